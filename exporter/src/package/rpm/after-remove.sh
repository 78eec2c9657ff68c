if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
if [ "$1" = 0 ] && getent passwd foreread-exporter >/dev/null; then userdel foreread-exporter || true; fi
