-- Files that wait for a case.

CREATE TABLE "IntakeFile" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "mode" TEXT NOT NULL,
  "filename" TEXT NOT NULL,
  "contentType" TEXT NOT NULL,
  "purpose" TEXT,
  "note" TEXT,
  "contentHash" TEXT NOT NULL,
  "sizeBytes" INTEGER NOT NULL,
  "needsPassword" BOOLEAN NOT NULL DEFAULT false,
  "content" BYTEA NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp()
);
-- As it is: a part is read without the rest.
ALTER TABLE "IntakeFile" ALTER COLUMN "content" SET STORAGE EXTERNAL;
CREATE INDEX "IntakeFile_organizationId_mode_createdAt_id_idx" ON "IntakeFile"("organizationId", "mode", "createdAt" DESC, "id" DESC);
CREATE INDEX "IntakeFile_createdAt_idx" ON "IntakeFile"("createdAt");

-- Whether an inbox has room for another file, of an organization that still has an account. What fills, empties or erases it
-- waits until this transaction has ended, so that the answer stays true.
CREATE FUNCTION "hasIntakeRoom"("ofOrganization" text, "ofMode" text, bytes int, "mostFiles" int, "mostBytes" bigint)
RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM "Organization" WHERE id = "ofOrganization" FOR KEY SHARE;
  PERFORM pg_advisory_xact_lock(hashtextextended('inbox ' || "ofOrganization" || ' ' || "ofMode", 0));
  RETURN EXISTS (SELECT FROM "User" WHERE "organizationId" = "ofOrganization" AND "erasedAt" IS NULL)
    AND (SELECT count(*) < "mostFiles" AND coalesce(sum("sizeBytes"), 0) + bytes <= "mostBytes"
      FROM "IntakeFile" WHERE "organizationId" = "ofOrganization" AND mode = "ofMode");
END $$;
