#!/bin/bash
# Does what docker-compose.yml needs from the official image: creates a cluster in an empty volume, runs the scripts on
# it once through its socket, and then runs the server.
set -euo pipefail
[ "${1:-}" = postgres ] || set -- postgres "$@"
if [ "$(id --user)" = 0 ]; then
  install -d -o postgres -g postgres -m 700 "$PGDATA"
  exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
export POSTGRES_USER=${POSTGRES_USER:-postgres}
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  POSTGRES_PASSWORD=${POSTGRES_PASSWORD:-$(cat "$POSTGRES_PASSWORD_FILE")}
  # shellcheck disable=SC2086 # several arguments
  initdb --username="$POSTGRES_USER" --pwfile=<(echo "$POSTGRES_PASSWORD") ${POSTGRES_INITDB_ARGS:-}
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  echo "listen_addresses = '*'" >>"$PGDATA/postgresql.conf"
  pg_ctl --options='-c listen_addresses=' --wait start
  for script in /docker-entrypoint-initdb.d/*.sh; do
    PGPASSWORD=$POSTGRES_PASSWORD sh "$script"
  done
  pg_ctl --mode=fast --wait stop
fi
exec "$@"
