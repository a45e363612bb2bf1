#!/bin/sh
# Runs once, for a new cluster: each of its two users gets its own databases and has access to no others.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --set=service_password="$SERVICE_DB_PASSWORD" --set=temporal_password="$TEMPORAL_DB_PASSWORD" <<'SQL'
-- It owns the tables, and makes a role for each process.
CREATE ROLE evictions LOGIN CREATEROLE PASSWORD :'service_password';
CREATE ROLE temporal LOGIN PASSWORD :'temporal_password';
CREATE DATABASE evictions OWNER evictions;
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
REVOKE CONNECT ON DATABASE evictions, temporal, temporal_visibility FROM PUBLIC;
SQL
