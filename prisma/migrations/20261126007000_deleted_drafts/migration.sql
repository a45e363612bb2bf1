-- A customer deletes a draft.

-- A draft that was never submitted is erased at once when its customer has commanded it. Only the customer gateway writes
-- commands of customers.
CREATE OR REPLACE FUNCTION "keepCase"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  approval jsonb;
  refused text;
BEGIN
  -- Retention counts from the last change, which is never put back.
  NEW."updatedAt" := greatest(OLD."updatedAt", least(NEW."updatedAt", clock_timestamp()));
  NEW."idleSince" := CASE WHEN OLD.state = 'draft' AND NEW.state = 'withdrawn' AND (
      OLD."updatedAt" <= clock_timestamp() - interval '180 days' OR EXISTS (SELECT FROM "Command" k
        WHERE k."caseId" = OLD.id AND k.author = 'customer' AND k.kind = 'delete_draft' AND k.outcome IS NULL))
    THEN OLD."updatedAt" ELSE OLD."idleSince" END;
  IF OLD."erasedAt" IS NOT NULL AND NEW."erasedAt" IS DISTINCT FROM OLD."erasedAt" THEN
    refused := 'an erasure is not taken back';
  ELSIF OLD."erasedAt" IS NULL AND NEW."erasedAt" IS NOT NULL
    AND (OLD."legalHold" OR NOT ("isOfErasureAge"(OLD) OR "isErasedByOperator"(OLD.id))) THEN
    refused := 'the case is under legal hold, or not of the age of its erasure';
  ELSIF NEW.mode = 'live' AND NEW.record IS NOT NULL THEN
    FOREACH approval IN ARRAY "approvalsIn"(NEW.record) LOOP
      IF NOT approval = ANY ("approvalsIn"(OLD.record)) AND NOT "isApprovalCommanded"(OLD.id, NULL, approval) THEN
        refused := 'no attorney has commanded this approval';
      END IF;
    END LOOP;
  END IF;
  IF refused IS NOT NULL THEN
    RAISE EXCEPTION '%', refused USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
