#!/bin/sh
# Runs once, for a new cluster. Creates two users, each with its own databases and without access to the other's.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres \
  --set=service_password="$(cat /run/secrets/service-password)" \
  --set=temporal_password="$(cat /run/secrets/temporal-password)" <<'SQL'
-- Owns the tables, and creates a role for each process.
CREATE ROLE evictions LOGIN CREATEROLE PASSWORD :'service_password';
CREATE ROLE temporal LOGIN PASSWORD :'temporal_password';
CREATE DATABASE evictions OWNER evictions;
CREATE DATABASE temporal OWNER temporal;
CREATE DATABASE temporal_visibility OWNER temporal;
-- Without a password, the superuser can connect only through the socket in this container.
ALTER ROLE CURRENT_USER PASSWORD NULL;
REVOKE CONNECT ON DATABASE evictions, temporal, temporal_visibility FROM PUBLIC;
SQL
