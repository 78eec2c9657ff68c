if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || true
    # Restarts a running exporter with the new version. The exporter has no state that a restart would lose.
    systemctl try-restart foreread-exporter.service || true
fi
