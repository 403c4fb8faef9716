#!/usr/bin/env bash
# Runs once, when the primary's data folder is created: the roles of the server and of the standby.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=app="$APP_PASSWORD" --set=standby="$STANDBY_PASSWORD" <<'SQL'
create role kindred_app login password :'app';
grant pg_read_all_stats to kindred_app;
create role standby login replication password :'standby';
select pg_create_physical_replication_slot('standby_one', true);
alter system set max_slot_wal_keep_size = '8GB';
alter system set synchronous_standby_names = 'standby_one';
SQL
echo 'host replication standby all scram-sha-256' >> "$PGDATA/pg_hba.conf"
