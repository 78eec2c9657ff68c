getent passwd foreread-exporter >/dev/null || useradd --system --user-group --home-dir /nonexistent --no-create-home \
    --shell /sbin/nologin foreread-exporter
