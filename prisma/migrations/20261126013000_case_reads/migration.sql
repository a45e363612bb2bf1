-- What each person of a customer has seen of a case. What happened before this migration is no news to anybody.

ALTER TABLE "User" ADD COLUMN "newsSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

CREATE TABLE "CaseRead" (
  "userId" TEXT NOT NULL REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "caseId" TEXT NOT NULL REFERENCES "Case"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "readTo" TIMESTAMPTZ(3) NOT NULL,
  PRIMARY KEY ("userId", "caseId")
);
CREATE INDEX "CaseRead_caseId_idx" ON "CaseRead"("caseId");

CREATE FUNCTION "forgetReads"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM "CaseRead" WHERE "caseId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "forgetReads" AFTER UPDATE OF "erasedAt" ON "Case"
  FOR EACH ROW WHEN (NEW."erasedAt" IS NOT NULL AND OLD."erasedAt" IS NULL) EXECUTE FUNCTION "forgetReads"();
