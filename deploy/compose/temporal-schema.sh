#!/bin/sh
# Updates the schema of Temporal's two databases to this release, if necessary.
set -eu

prepare() {
  # A new database has no schema version to update.
  if ! temporal-sql-tool --database "$1" update-schema --schema-name "$2"; then
    temporal-sql-tool --database "$1" setup-schema --version 0.0
    temporal-sql-tool --database "$1" update-schema --schema-name "$2"
  fi
}

prepare temporal postgresql/v12/temporal
prepare temporal_visibility postgresql/v12/visibility
