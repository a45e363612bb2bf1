-- Histories are added to and not changed, whoever asks: also the owner of the tables, and whatever is granted.

CREATE FUNCTION "keep_case_event"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  shell jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- Erasure leaves of a review what was decided on which bytes, and of anything else that it happened.
    shell := CASE OLD.action WHEN 'review_recorded' THEN jsonb_strip_nulls(jsonb_build_object(
      'decision', OLD.detail->'decision', 'reviewer', OLD.detail->'reviewer',
      'documentHashes', OLD.detail->'documentHashes')) END;
    IF to_jsonb(NEW) - 'detail' = to_jsonb(OLD) - 'detail' AND NEW.detail IS NOT DISTINCT FROM shell
      AND EXISTS (SELECT FROM "Case" c WHERE c.id = OLD."caseId" AND c."erasedAt" IS NOT NULL) THEN
      RETURN NEW;
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    -- With the shell of a sandbox case.
    IF EXISTS (SELECT FROM "Case" c WHERE c.id = OLD."caseId" AND c."erasedAt" IS NOT NULL AND c.mode = 'test') THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the history of a case is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE FUNCTION "keep_operator_action"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    -- How it ended is added once, with what it was done to where that was not known before.
    IF OLD.outcome IS NULL AND NEW.outcome IS NOT NULL
      AND (OLD.subject IS NULL OR NEW.subject IS NOT DISTINCT FROM OLD.subject)
      AND to_jsonb(NEW) - '{outcome,subject}'::text[] = to_jsonb(OLD) - '{outcome,subject}'::text[] THEN
      RETURN NEW;
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    IF OLD."createdAt" < now() - interval '6 years' THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the actions of operators are append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE FUNCTION "keep_tenant_data_view"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD."createdAt" < now() - interval '6 years'
      OR EXISTS (SELECT FROM "Case" c WHERE c.id = OLD."caseId" AND c."erasedAt" IS NOT NULL AND c.mode = 'test') THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit of reads is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;

CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "CaseEvent" FOR EACH ROW EXECUTE FUNCTION "keep_case_event"();
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "OperatorAction" FOR EACH ROW EXECUTE FUNCTION "keep_operator_action"();
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "TenantDataView" FOR EACH ROW EXECUTE FUNCTION "keep_tenant_data_view"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "CaseEvent" FOR EACH STATEMENT EXECUTE FUNCTION "keep_case_event"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "OperatorAction" FOR EACH STATEMENT EXECUTE FUNCTION "keep_operator_action"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "TenantDataView" FOR EACH STATEMENT EXECUTE FUNCTION "keep_tenant_data_view"();
