getent group foreread-exporter >/dev/null || groupadd --system foreread-exporter
getent passwd foreread-exporter >/dev/null || useradd --system --gid foreread-exporter --home-dir /nonexistent --no-create-home \
    --shell /sbin/nologin foreread-exporter
