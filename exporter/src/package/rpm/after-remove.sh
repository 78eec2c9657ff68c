if [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi
# Files of the administrator, such as passwords, keep the group. Its number must not be given to another group then.
if [ "$1" = 0 ] && [ ! -e /etc/foreread-exporter ] && getent passwd foreread-exporter >/dev/null; then
    userdel foreread-exporter || true
fi
