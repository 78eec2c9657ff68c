# $1 is the number of versions of the package that remain installed. It is 0 unless this is an upgrade.
if [ "$1" = 0 ] && [ -d /run/systemd/system ]; then systemctl disable --now foreread-exporter.service || true; fi
