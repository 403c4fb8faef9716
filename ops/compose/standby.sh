#!/usr/bin/env bash
# Copies the primary, unless that is done, and runs as its standby. A copy that was cut short starts over.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA" "$PGDATA.new"
  pg_basebackup --pgdata="$PGDATA.new" --write-recovery-conf --slot=standby_one --checkpoint=fast \
    --dbname="host=${PRIMARY:-database} user=standby password=$STANDBY_PASSWORD application_name=standby_one"
  chmod 700 "$PGDATA.new"
  mv "$PGDATA.new" "$PGDATA"
fi
# Exports that read from it keep the primary from removing what they still need.
exec postgres -D "$PGDATA" -c hot_standby_feedback=on "$@"
