#!/bin/sh
# Runs once for a new cluster. Each of its two users gets its own databases and has no access to others.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --set=service_password="$(cat /run/secrets/service-password)" \
  --set=temporal_password="$(cat /run/secrets/temporal-password)" <<'SQL'
-- It owns the tables, and makes a role for each process.
CREATE ROLE evictions LOGIN CREATEROLE PASSWORD :'service_password';
CREATE ROLE temporal LOGIN PASSWORD :'temporal_password';
CREATE DATABASE evictions OWNER evictions;
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
-- The superuser is for this container's own socket.
ALTER ROLE CURRENT_USER PASSWORD NULL;
REVOKE CONNECT ON DATABASE evictions, temporal, temporal_visibility FROM PUBLIC;
SQL
