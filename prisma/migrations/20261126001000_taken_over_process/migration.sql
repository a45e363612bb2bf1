-- What a process that was taken over may not do with a case, whatever it was granted. Triggers bind every role, the owner
-- of the tables included. Functions that run as the owner do what a process needs, and are granted by name.

-- Identity ------------------------------------------------------------------------------------------------------------

-- What a row is, and whose, never changes.
CREATE FUNCTION "keepIdentity"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(ARRAY['id', 'organizationId', 'mode', 'caseId']) AS fixed (name)
    WHERE to_jsonb(NEW) -> name IS DISTINCT FROM to_jsonb(OLD) -> name) THEN
    RAISE EXCEPTION '"%" keeps its id, organization, mode and case', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
DO $$
DECLARE
  t record;
BEGIN
  FOR t IN SELECT table_name AS name, string_agg(quote_ident(column_name), ', ') AS fixed
    FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name NOT LIKE '\_%'
      AND column_name IN ('id', 'organizationId', 'mode', 'caseId') GROUP BY table_name
  LOOP
    EXECUTE format('CREATE TRIGGER "keepIdentity" BEFORE UPDATE OF %s ON %I FOR EACH ROW EXECUTE FUNCTION "keepIdentity"()',
      t.fixed, t.name);
  END LOOP;
END $$;

-- Erasure -------------------------------------------------------------------------------------------------------------

-- Since when nobody had touched a draft that was withdrawn as idle. The trigger of "Case" writes it.
ALTER TABLE "Case" ADD COLUMN "idleSince" TIMESTAMPTZ(3);
UPDATE "Case" c SET "idleSince" = c."createdAt"
  WHERE c.state = 'withdrawn' AND c."factsHash" IS NULL AND c."erasedAt" IS NULL AND EXISTS (
    SELECT FROM "CaseEvent" e WHERE e."caseId" = c.id
      AND e.action = 'withdraw' AND e."actorType" = 'platform' AND e."fromState" = 'draft');

-- Whether retention erases a case now: `caseRetention` in packages/case-model/src/retention.ts has the same days. That a
-- draft was never submitted is asked of its events, which nobody changes.
CREATE FUNCTION "isOfErasureAge"(c "Case") RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public AS $$
  SELECT c.state IN ('resolved', 'closed', 'withdrawn') AND (
    c."updatedAt" <= now() - make_interval(days => CASE c.mode WHEN 'test' THEN 90 ELSE 2192 END)
    OR c."idleSince" IS NOT NULL
      AND NOT EXISTS (SELECT FROM "CaseEvent" e WHERE e."caseId" = c.id AND e.action = 'submit'))
$$;

-- Whether an operator is erasing the case: their command line records it before it begins.
CREATE FUNCTION "isErasedByOperator"("ofCase" text) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM "OperatorAction" a WHERE a.subject = "ofCase" AND a.command = 'case erase'
    AND a.outcome IS NULL AND a."createdAt" > clock_timestamp() - interval '10 minutes')
$$;

-- Approvals -----------------------------------------------------------------------------------------------------------

-- Whether an attorney has commanded an approval of these bytes in a live case: the one who is assigned, verified and
-- licensed in its state. Only the attorney gateway writes commands of attorneys. `command`: of an event, once; null for
-- the record, which follows from one that is being decided.
CREATE FUNCTION "isApprovalCommanded"("ofCase" text, command text, approval jsonb) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (
    SELECT FROM "Command" k JOIN "Case" c ON c.id = k."caseId" JOIN "User" u ON u.id = k."authorId"
    WHERE k."caseId" = "ofCase" AND k.author = 'attorney' AND k.kind = 'review' AND k.body ->> 'decision' = 'approve'
      AND CASE WHEN command IS NULL THEN k.outcome IS NULL
        ELSE k.id = command AND (k.outcome IS NULL OR k.outcome -> 'ok' = 'true') AND NOT EXISTS (
          SELECT FROM "CaseEvent" e
          WHERE e."caseId" = "ofCase" AND e."commandId" = command AND e.action = 'review_recorded') END
      AND k.body -> 'documentHashes' @> (approval -> 'documentHashes')
      AND k.body -> 'documentHashes' <@ (approval -> 'documentHashes')
      AND k."authorId" = approval ->> 'reviewer' AND k."authorId" = c."attorneyId"
      AND u.role = 'attorney' AND u.verified AND EXISTS (SELECT FROM "AttorneyLicense" license
        WHERE license."attorneyId" = u.id AND license.state = c.jurisdiction))
$$;

-- The approvals in the record of a case: who gave each, and of which bytes.
CREATE FUNCTION "approvalsIn"(record jsonb) RETURNS jsonb[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(jsonb_build_object('reviewer', a -> 'reviewer', 'documentHashes', a -> 'documentHashes')), '{}')
  FROM unnest(ARRAY[record #> '{approvals,notice}', record #> '{approvals,filing}', record #> '{amendment,approval}']) a
  WHERE jsonb_typeof(a) = 'object'
$$;

-- The event of an approval has the command that it was given by, and what follows from it the same.
CREATE FUNCTION "keepApprovals"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF EXISTS (SELECT FROM "Case" c WHERE c.id = NEW."caseId" AND c.mode = 'live') AND NOT (
    CASE NEW.action WHEN 'review_recorded'
      THEN NEW.detail ->> 'decision' <> 'approve' OR "isApprovalCommanded"(NEW."caseId", coalesce(NEW."commandId", ''), NEW.detail)
      ELSE EXISTS (SELECT FROM "Command" k WHERE k.id = NEW."commandId" AND k."caseId" = NEW."caseId"
        AND k.author = 'attorney' AND k.kind = 'review' AND k.body ->> 'decision' = 'approve') END)
  THEN
    RAISE EXCEPTION 'no attorney has commanded this approval' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "keepApprovals" BEFORE INSERT ON "CaseEvent" FOR EACH ROW
  WHEN (NEW.action IN ('review_recorded', 'approve_notice', 'approve_filing')) EXECUTE FUNCTION "keepApprovals"();

-- Cases ---------------------------------------------------------------------------------------------------------------

CREATE FUNCTION "keepCase"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  approval jsonb;
  refused text;
BEGIN
  -- Retention counts from the last change, which is never put back.
  NEW."updatedAt" := greatest(OLD."updatedAt", least(NEW."updatedAt", clock_timestamp()));
  NEW."idleSince" := CASE WHEN OLD.state = 'draft' AND NEW.state = 'withdrawn'
    AND OLD."updatedAt" <= clock_timestamp() - interval '180 days' THEN OLD."updatedAt" ELSE OLD."idleSince" END;
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
CREATE TRIGGER "keepCase" BEFORE UPDATE ON "Case" FOR EACH ROW EXECUTE FUNCTION "keepCase"();

-- A draft is edited, and what was submitted is not.
CREATE FUNCTION "keepFacts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'draft' AND NEW."erasedAt" IS NULL AND NEW.facts IS DISTINCT FROM OLD.facts THEN
    RAISE EXCEPTION 'the facts of a submitted case do not change' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "keepFacts" BEFORE UPDATE OF facts ON "Case" FOR EACH ROW EXECUTE FUNCTION "keepFacts"();

-- A command goes with the details of its case, and no sooner.
CREATE FUNCTION "keepCommands"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM "Case" c WHERE c.id = OLD."caseId" AND c."erasedAt" IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '"Command" is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER "append_only" BEFORE DELETE ON "Command" FOR EACH ROW EXECUTE FUNCTION "keepCommands"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "Command" FOR EACH STATEMENT EXECUTE FUNCTION "keepCommands"();

-- What processes do beside decisions ----------------------------------------------------------------------------------

-- An event of the platform that is part of no decision.
CREATE FUNCTION "recordBeside"("ofCase" text, what text, said jsonb, cause text, at timestamptz DEFAULT clock_timestamp())
RETURNS void LANGUAGE sql SET search_path = pg_catalog, public AS $$
  INSERT INTO "CaseEvent" (id, "caseId", action, "actorType", internal, detail, "commandId", "createdAt")
  VALUES ('evt_' || gen_random_uuid(), "ofCase", what, 'platform', true, said, cause, at)
$$;

-- What an operator did beside the commands on a case. False if there is no such case.
CREATE FUNCTION "recordOperatorAction"("ofCase" text, said jsonb) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM FROM "Case" WHERE id = "ofCase" FOR KEY SHARE;
  IF FOUND THEN
    PERFORM "recordBeside"("ofCase", 'operator_action', said, NULL);
  END IF;
  RETURN FOUND;
END $$;

-- Sets or lifts the hold of a case, once. The last change of the case stays, from which retention counts.
CREATE FUNCTION "setLegalHold"("ofCase" text, held boolean, operator text) RETURNS text LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  c "Case";
BEGIN
  SELECT * INTO c FROM "Case" WHERE id = "ofCase" FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'not_found';
  ELSIF c."erasedAt" IS NOT NULL THEN
    RETURN 'erased';
  ELSIF c."legalHold" <> held THEN
    UPDATE "Case" SET "legalHold" = held WHERE id = "ofCase";
    PERFORM "recordBeside"("ofCase", 'operator_action', jsonb_build_object('operator', operator,
      'command', CASE WHEN held THEN 'legal_hold_on' ELSE 'legal_hold_off' END), NULL);
  END IF;
  RETURN 'ok';
END $$;

-- That a mail about a case was given up, once, for a case whose workflow does not run.
CREATE FUNCTION "recordMailFailure"("ofMail" text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  failed record;
BEGIN
  SELECT c.id, m.attempts, m.failure, m.id || '-' || (extract(epoch FROM m."givenUpAt") * 1000)::bigint AS cause
    INTO failed FROM "Mail" m JOIN "Case" c ON c.id = m.payload ->> 'caseId'
    WHERE m.id = "ofMail" AND m."givenUpAt" IS NOT NULL AND c."erasedAt" IS NULL FOR UPDATE OF c;
  IF FOUND AND NOT EXISTS (
    SELECT FROM "CaseEvent" e WHERE e."caseId" = failed.id AND e."commandId" = failed.cause) THEN
    PERFORM "recordBeside"(failed.id, 'job_failed', jsonb_build_object('step', 'send_mail', 'attempt', failed.attempts,
      'errorClass', failed.failure), failed.cause);
  END IF;
END $$;

-- Removes the details of a case and leaves its shell: ids, states, times, the order of its events, hashes of documents and
-- approvals, charges, names and statuses of gates. Whether that may be is for the trigger of "Case" to say; the caller
-- deletes the bytes. `given`: operator, basis and words of the ground, state, sequence, nextAction, and a new record. When:
-- now, or when it was erased before a restore, which is an operator's to say. Null if there is nothing to erase.
CREATE FUNCTION "eraseCase"("ofCase" text, given jsonb) RETURNS timestamptz LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  at timestamptz(3) := clock_timestamp();
BEGIN
  IF "isErasedByOperator"("ofCase") THEN
    at := coalesce((given ->> 'erasedAt')::timestamptz, at);
  END IF;
  UPDATE "Case" SET
    state = given ->> 'state', "heldFrom" = NULL, "attorneyAccepted" = false, sequence = (given ->> 'sequence')::int,
    -- Readers still find valid facts.
    facts = jsonb_build_object('ground', ground, 'entryPoint', "entryPoint", 'parties', '[]'::jsonb,
      'attestations', '{}'::jsonb, 'property', jsonb_build_object(
        'line1', '', 'city', '', 'state', jurisdiction, 'zip', '', 'ownerOfRecord', '')),
    -- Hashes of names and amounts could be guessed.
    "factsHash" = NULL, "noticeFactsHash" = NULL,
    gates = CASE WHEN gates IS NOT NULL THEN jsonb_build_object('passed', gates -> 'passed', 'results', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('gate', g -> 'gate', 'status', g -> 'status')), '[]')
      FROM jsonb_array_elements(gates -> 'results') g)) END,
    progress = '{}', deadlines = '[]', "courtCaseNumber" = NULL, reference = NULL, "nextAction" = given -> 'nextAction',
    "failedStep" = NULL, "retryAt" = NULL,
    record = (given -> 'record') || CASE WHEN record IS NULL THEN '{}' ELSE jsonb_build_object(
      'approvals', record -> 'approvals', 'attorneyId', record -> 'attorneyId', 'restingSince', record -> 'restingSince') END,
    "erasedAt" = at
  WHERE id = "ofCase" AND "erasedAt" IS NULL;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  DELETE FROM "Note" WHERE "caseId" = "ofCase";
  DELETE FROM "Command" WHERE "caseId" = "ofCase";
  UPDATE "Document" SET filename = '', purpose = NULL WHERE "caseId" = "ofCase";
  UPDATE "Filing" SET "envelopeId" = NULL, "courtCaseNumber" = NULL, "rejectionReasons" = NULL WHERE "caseId" = "ofCase";
  UPDATE "ServiceAttempt" SET "partyIndex" = NULL, "servedDate" = NULL, expires = NULL, citation = NULL,
    "failureReason" = NULL WHERE "caseId" = "ofCase";
  UPDATE "CaseEvent" SET detail = "keptDetail"(action, detail) WHERE "caseId" = "ofCase";
  -- Stored responses stay as rows, so that a create that is sent again does not create the case again. An empty
  -- fingerprint is that of no request.
  UPDATE "IdempotencyKey" k SET fingerprint = '', status = 409, headers = NULL, body = NULL
    FROM "Case" c WHERE c.id = "ofCase" AND k.subject = c.id
      AND (k.scope IN (c."organizationId", c."attorneyId") OR k.status BETWEEN 200 AND 299);
  PERFORM "recordBeside"("ofCase", 'erased', jsonb_build_object('operator', given -> 'operator', 'basis', given -> 'basis')
    || coalesce(given -> 'words', '{}'), NULL, at);
  INSERT INTO "Erasure" (subject, operator, basis, "erasedAt")
    VALUES ("ofCase", given ->> 'operator', given ->> 'basis', at) ON CONFLICT DO NOTHING;
  RETURN at;
END $$;

-- Deletes the shell of a sandbox case a year after its erasure, with everything that belongs to it. False for any other.
CREATE FUNCTION "deleteShell"("ofCase" text) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  kind text;
BEGIN
  PERFORM FROM "Case" WHERE id = "ofCase" AND mode = 'test' AND "erasedAt" <= now() - interval '365 days' FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM "Checkout" k USING "Charge" c WHERE c.id = k."chargeId" AND c."caseId" = "ofCase";
  -- Rows that erasure deletes may exist again, for example from a backup.
  FOREACH kind IN ARRAY ARRAY['Note', 'Command', 'Blob', 'Filing', 'ServiceAttempt', 'Document', 'Charge', 'TenantDataView',
    'CaseEvent'] LOOP
    EXECUTE format('DELETE FROM %I WHERE "caseId" = $1', kind) USING "ofCase";
  END LOOP;
  DELETE FROM "Erasure" WHERE subject = "ofCase";
  DELETE FROM "Case" WHERE id = "ofCase";
  RETURN true;
END $$;
