#!/usr/bin/env bash
# Copies the primary into an empty data folder, and runs as its standby.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA"
  pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --slot=standby_one --checkpoint=fast \
    --dbname="host=${PRIMARY:-database} user=standby password=$STANDBY_PASSWORD application_name=standby_one"
  chmod 700 "$PGDATA"
fi
# Exports that read from it keep the primary from removing what they still need.
exec postgres -D "$PGDATA" -c hot_standby_feedback=on "$@"
