-- What the schema of Prisma has no words for --------------------------------------------------------------------------

-- The filters of the customers' list of cases, each in the order of the list. Erased cases are in none of them.

-- Of each ground and state.
CREATE INDEX "Case_ground_state_idx" ON "Case"("organizationId", "mode", "ground", "state", "createdAt" DESC, "id" DESC)
  WHERE "erasedAt" IS NULL;

-- By the time of the last change. A range of one time in the order of another needs GiST: each of its pages has the range
-- of both, so that pages without a match are passed over. btree_gist is a trusted extension: the owner of the database
-- may create it. In a schema of its own, because every privilege in `public` is granted by name.
CREATE SCHEMA IF NOT EXISTS "extensions";
CREATE EXTENSION IF NOT EXISTS "btree_gist" WITH SCHEMA "extensions";
GRANT EXECUTE ON FUNCTION "extensions"."tstz_dist"(timestamptz, timestamptz) TO PUBLIC;
CREATE INDEX "Case_changed_idx" ON "Case"
  USING gist ("organizationId", "mode", "ground", "state", "createdAt", "updatedAt") WHERE "erasedAt" IS NULL;
