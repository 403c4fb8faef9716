#!/usr/bin/env bash
# Copies the primary into an empty data folder, and runs as its standby.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA"
  pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --slot=standby_one --checkpoint=fast \
    --dbname="host=database user=standby password=$STANDBY_PASSWORD application_name=standby_one"
  chmod 700 "$PGDATA"
fi
exec postgres -D "$PGDATA"
