#!/usr/bin/env bash
# Runs once, when the data folder of a server of a Citus cluster is created: the passwords with which the servers sign in to
# each other.
set -euo pipefail
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=owner="$OWNER_PASSWORD" --set=app="$APP_PASSWORD" <<'SQL'
create extension if not exists citus;
insert into pg_dist_authinfo (nodeid, rolename, authinfo)
values (0, current_user, 'password=' || :'owner'), (0, 'kindred_app', 'password=' || :'app');
SQL
