# 0 packages remain: this is not an upgrade.
if [ "$1" = 0 ] && [ -d /run/systemd/system ]; then systemctl disable --now foreread-exporter.service || true; fi
