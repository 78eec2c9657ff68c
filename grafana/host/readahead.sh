#!/bin/sh
# Prints the kernel readahead of Cassandra's data directories for node_exporter's textfile collector. Run by cron every few minutes:
#   readahead.sh /var/lib/cassandra/data > /var/lib/node_exporter/readahead.prom.new &&
#     mv /var/lib/node_exporter/readahead.prom.new /var/lib/node_exporter/readahead.prom
# Without arguments: /var/lib/cassandra/data. CHANGE: pass all directories of data_file_directories if they are others.
set -eu
[ $# -gt 0 ] || set -- /var/lib/cassandra/data

echo '# HELP foreread_host_readahead_bytes Bytes that the kernel reads ahead on the device of a data directory.'
echo '# TYPE foreread_host_readahead_bytes gauge'
for directory; do
  number=$(findmnt -nro MAJ:MIN --target "$directory")
  [ -e "/sys/dev/block/$number" ] || {
    echo "$directory: its file system is not on a block device" >&2
    continue
  }
  device=$(readlink -f "/sys/dev/block/$number")
  # A partition uses the queue of its disk.
  [ -d "$device/queue" ] || device=${device%/*}
  kilobytes=$(cat "$device/queue/read_ahead_kb")
  echo "foreread_host_readahead_bytes{device=\"${device##*/}\",directory=\"$directory\"} $((kilobytes * 1024))"
done
