#!/bin/sh
# Updates the schemas of Temporal's two databases to this release, if necessary.
set -eu

prepare() {
  # The update fails if the database is new, because it has no schema version yet.
  if ! temporal-sql-tool --database "$1" update-schema --schema-name "$2"; then
    temporal-sql-tool --database "$1" setup-schema --version 0.0
    temporal-sql-tool --database "$1" update-schema --schema-name "$2"
  fi
}

prepare temporal postgresql/v12/temporal
prepare temporal_visibility postgresql/v12/visibility
