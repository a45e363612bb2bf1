-- What a customer sees of a case beside its row moves its `updatedAt` too. A decision moves it itself.

CREATE FUNCTION "touchCase"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE "Case" SET "updatedAt" = clock_timestamp() WHERE id = NEW."caseId" AND "erasedAt" IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "touchCase" AFTER INSERT ON "Note" FOR EACH ROW EXECUTE FUNCTION "touchCase"();
CREATE TRIGGER "touchCase" AFTER UPDATE OF state ON "Charge" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION "touchCase"();

-- Who changes a charge locks its case first, as a decision does: in the other order they would deadlock.
CREATE FUNCTION "lockCaseOf"(charge text) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp BEGIN ATOMIC
  SELECT FROM "Case" WHERE id = (SELECT "caseId" FROM "Charge" WHERE id = charge) FOR NO KEY UPDATE;
END;

-- The attorney's queue has every case that needs somebody. Each decision writes it.
ALTER TABLE "Case" ADD COLUMN "needsAttention" BOOLEAN NOT NULL DEFAULT false;
UPDATE "Case" SET "needsAttention" = true
WHERE (state = 'on_hold' OR ("failedStep" IS NOT NULL AND "retryAt" IS NULL))
  AND state NOT IN ('resolved', 'closed', 'withdrawn');

-- The day on which an attorney has filed.
ALTER TABLE "Filing" ADD COLUMN "filedOn" TEXT;
