if [ -d /run/systemd/system ]; then
    systemctl daemon-reload || true
    # A running exporter continues with the new version. It keeps no state.
    systemctl try-restart foreread-exporter.service || true
fi
