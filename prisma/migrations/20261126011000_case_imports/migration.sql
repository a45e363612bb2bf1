-- Many drafts at once: the rows of a request, each worked on once.

CREATE TABLE "CaseImport" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "mode" TEXT NOT NULL,
  "dryRun" BOOLEAN NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'running',
  "claimedUntil" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "finishedAt" TIMESTAMPTZ(3)
);
CREATE INDEX "CaseImport_organizationId_mode_status_idx" ON "CaseImport"("organizationId", "mode", "status");
CREATE INDEX "CaseImport_createdAt_idx" ON "CaseImport"("createdAt");
CREATE INDEX "CaseImport_running_idx" ON "CaseImport"("createdAt") WHERE "status" = 'running';

CREATE TABLE "CaseImportRow" (
  "importId" TEXT NOT NULL REFERENCES "CaseImport"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "row" INTEGER NOT NULL,
  "input" TEXT,
  "reference" TEXT,
  "status" TEXT,
  "caseId" TEXT,
  "issues" JSONB,
  PRIMARY KEY ("importId", "row")
);
CREATE INDEX "CaseImportRow_caseId_idx" ON "CaseImportRow"("caseId");
CREATE INDEX "CaseImportRow_pending_idx" ON "CaseImportRow"("importId", "row") WHERE "status" IS NULL;

-- What a row says goes with the details of its case.
CREATE FUNCTION "forgetImportRows"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM "CaseImportRow" WHERE "caseId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "forgetImportRows" AFTER UPDATE OF "erasedAt" ON "Case"
  FOR EACH ROW WHEN (NEW."erasedAt" IS NOT NULL AND OLD."erasedAt" IS NULL) EXECUTE FUNCTION "forgetImportRows"();

-- A gateway works on imports of any organization, one after the other, and a claim ends by itself if the gateway does. The
-- import that was claimed longest ago is next, so that a large one does not keep others waiting. One that is older than an
-- hour has failed.
CREATE FUNCTION "claimCaseImport"() RETURNS TABLE (id text, "organizationId" text, mode text, "dryRun" boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE "CaseImport" i SET status = 'failed', "finishedAt" = now()
    WHERE i.status = 'running' AND i."createdAt" < now() - interval '1 hour';
  RETURN QUERY UPDATE "CaseImport" i SET "claimedUntil" = now() + interval '30 seconds'
    WHERE i.id = (SELECT r.id FROM "CaseImport" r
      WHERE r.status = 'running' AND coalesce(r."claimedUntil" <= now(), true)
      ORDER BY r."claimedUntil" NULLS FIRST, r."createdAt" LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING i.id, i."organizationId", i.mode, i."dryRun";
END $$;
