-- A statement moves the head of a case once, however many events it adds: versions of one row that one transaction
-- writes cannot be pruned, and every one of them is read again.
-- Nobody writes while the functions are exchanged that their rows need.
LOCK TABLE "CaseEvent", "TenantDataView" IN SHARE ROW EXCLUSIVE MODE;
DROP FUNCTION "chainEvent", "chainRead", "appendToChain";

-- The head of a case, locked; made where there is none.
CREATE FUNCTION "takeHead"("ofCase" text) RETURNS "ChainHead" LANGUAGE plpgsql AS $$
DECLARE
  head "ChainHead";
BEGIN
  LOOP
    -- Waits for whoever appends to the same chain, and then sees what they have committed.
    SELECT * INTO head FROM "ChainHead" WHERE "caseId" = "ofCase" FOR NO KEY UPDATE;
    IF FOUND THEN
      RETURN head;
    END IF;
    INSERT INTO "ChainHead" ("caseId", position, hash) VALUES ("ofCase", 0, decode(repeat('00', 32), 'hex'))
      ON CONFLICT DO NOTHING;
  END LOOP;
END $$;

-- Adds a link after the head and returns the new head. The text that is hashed is the canonical JSON of `linkHash` in
-- packages/store/src/evidence/chain.ts: its keys are in order here.
CREATE FUNCTION "addLink"(head "ChainHead", e "CaseEvent", "ofDetail" bytea) RETURNS "ChainHead" LANGUAGE plpgsql AS $$
DECLARE
  added "ChainHead";
BEGIN
  added."caseId" := head."caseId";
  added.position := head.position + 1;
  added.hash := sha256(convert_to(concat(
    '{"action":', to_json(e.action),
    ',"actorType":', coalesce(to_json(e."actorType")::text, 'null'),
    ',"caseId":', to_json(e."caseId"),
    ',"commandId":', coalesce(to_json(e."commandId")::text, 'null'),
    ',"createdAt":', to_char(e."createdAt" AT TIME ZONE 'UTC', '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""'),
    ',"detailHash":"', encode("ofDetail", 'hex'),
    '","fromState":', coalesce(to_json(e."fromState")::text, 'null'),
    ',"id":', to_json(e.id),
    ',"internal":', to_json(e.internal),
    ',"position":', added.position,
    ',"previousHash":"', encode(head.hash, 'hex'),
    '","sequence":', coalesce(e.sequence::text, 'null'),
    ',"toState":', coalesce(to_json(e."toState")::text, 'null'), '}'), 'UTF8'));
  INSERT INTO "ChainLink" ("caseId", position, "eventId", "createdAt", "detailHash", "previousHash", hash)
    VALUES (added."caseId", added.position, e.id, e."createdAt", "ofDetail", head.hash, added.hash);
  RETURN added;
END $$;

CREATE FUNCTION "moveHead"(head "ChainHead") RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "ChainHead" SET position = head.position, hash = head.hash WHERE "caseId" = head."caseId";
END $$;

CREATE OR REPLACE FUNCTION "chainEvents"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  head "ChainHead";
  e "CaseEvent";
BEGIN
  FOR e IN SELECT * FROM added ORDER BY "caseId", sequence NULLS LAST, id LOOP
    IF head."caseId" IS DISTINCT FROM e."caseId" THEN
      PERFORM "moveHead"(head);
      head := "takeHead"(e."caseId");
    END IF;
    head := "addLink"(head, e, sha256(convert_to(concat(e.salt, "canonicalJson"(e.detail)), 'UTF8')));
  END LOOP;
  PERFORM "moveHead"(head);
  RETURN NULL;
END $$;

-- A read is an event whose detail says who read what.
CREATE OR REPLACE FUNCTION "chainReads"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  head "ChainHead";
  v "TenantDataView";
  e "CaseEvent";
BEGIN
  e.action := 'tenant_data_viewed';
  e.internal := true;
  FOR v IN SELECT * FROM added ORDER BY "caseId", "createdAt", id LOOP
    IF head."caseId" IS DISTINCT FROM v."caseId" THEN
      PERFORM "moveHead"(head);
      head := "takeHead"(v."caseId");
    END IF;
    e.id := v.id;
    e."caseId" := v."caseId";
    e."createdAt" := v."createdAt";
    head := "addLink"(head, e, sha256(convert_to("canonicalJson"(
      jsonb_build_object('actorType', v."actorType", 'actor', v.actor, 'what', v.what)), 'UTF8')));
  END LOOP;
  PERFORM "moveHead"(head);
  RETURN NULL;
END $$;

-- What erasure leaves of a detail: of a review what was decided on which bytes, of attestations which texts they had, and
-- of anything else nothing.
CREATE FUNCTION "keptDetail"(action text, detail jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE action
    WHEN 'review_recorded' THEN jsonb_strip_nulls(jsonb_build_object('decision', detail->'decision',
      'reviewer', detail->'reviewer', 'documentHashes', detail->'documentHashes'))
    WHEN 'attested' THEN jsonb_strip_nulls(jsonb_build_object('version', detail->'version'))
  END
$$;

CREATE OR REPLACE FUNCTION "append_only"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public AS $$
DECLARE
  allowed boolean := false;
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Events, reads and links go with the shell of a sandbox case; actions and reads go after six years.
    allowed := TG_TABLE_NAME NOT IN ('CaseEvent', 'ChainLink') AND OLD."createdAt" < now() - interval '6 years'
      OR EXISTS (SELECT FROM "Case" c
        WHERE c.id = to_jsonb(OLD)->>'caseId' AND c."erasedAt" IS NOT NULL AND c.mode = 'test');
  ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'CaseEvent' THEN
    allowed := to_jsonb(NEW) - '{detail,salt}'::text[] = to_jsonb(OLD) - '{detail,salt}'::text[]
      AND (NEW.salt IS NULL OR NEW.salt = OLD.salt)
      AND NEW.detail IS NOT DISTINCT FROM "keptDetail"(OLD.action, OLD.detail)
      AND EXISTS (SELECT FROM "Case" c WHERE c.id = OLD."caseId" AND c."erasedAt" IS NOT NULL);
  ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'OperatorAction' THEN
    -- How it ended is added once, with what it was done to where that was not known before.
    allowed := OLD.outcome IS NULL AND NEW.outcome IS NOT NULL
      AND (OLD.subject IS NULL OR NEW.subject IS NOT DISTINCT FROM OLD.subject)
      AND to_jsonb(NEW) - '{outcome,subject}'::text[] = to_jsonb(OLD) - '{outcome,subject}'::text[];
  END IF;
  IF allowed THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  RAISE EXCEPTION '"%" is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
