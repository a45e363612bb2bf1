-- AlterTable
ALTER TABLE "CaseEvent" ADD COLUMN     "salt" UUID DEFAULT gen_random_uuid();

-- CreateTable
CREATE TABLE "ChainLink" (
    "caseId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "eventId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "detailHash" BYTEA NOT NULL,
    "previousHash" BYTEA NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "ChainLink_pkey" PRIMARY KEY ("caseId","position")
);

-- CreateTable
CREATE TABLE "ChainHead" (
    "caseId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "ChainHead_pkey" PRIMARY KEY ("caseId")
);

-- What the schema of Prisma has no words for --------------------------------------------------------------------------

-- JSON without blanks: keys in the order of their bytes, numbers in plain decimals. canonical-json.ts has the same. The
-- search path is that of the triggers: setting it here again would double the cost.
CREATE FUNCTION "canonicalJson"(value jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  CASE coalesce(jsonb_typeof(value), 'null')
    WHEN 'object' THEN
      RETURN '{' || coalesce((SELECT string_agg(to_json(m.key)::text || ':' || CASE
          WHEN jsonb_typeof(m.value) IN ('object', 'array', 'number') THEN "canonicalJson"(m.value)
          ELSE m.value::text END, ',' ORDER BY m.key COLLATE "C") FROM jsonb_each(value) m), '') || '}';
    WHEN 'array' THEN
      RETURN '[' || coalesce((SELECT string_agg("canonicalJson"(m.value), ',' ORDER BY m.place)
          FROM jsonb_array_elements(value) WITH ORDINALITY m (value, place)), '') || ']';
    WHEN 'number' THEN RETURN trim_scale(value::numeric)::text;
    ELSE RETURN coalesce(value::text, 'null');
  END CASE;
END $$;

-- Appends one event to the chain of its case. The text that is hashed is the canonical JSON of `linkHash` in
-- packages/store/src/evidence/chain.ts: its keys are in order here.
CREATE FUNCTION "appendToChain"(e "CaseEvent", "ofDetail" bytea) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  head "ChainHead";
  link bytea;
BEGIN
  LOOP
    -- Waits for whoever appends to the same chain, and then sees what they have committed.
    SELECT * INTO head FROM "ChainHead" h WHERE h."caseId" = e."caseId" FOR NO KEY UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO "ChainHead" ("caseId", position, hash) VALUES (e."caseId", 0, decode(repeat('00', 32), 'hex'))
      ON CONFLICT DO NOTHING;
  END LOOP;
  link := sha256(convert_to(concat(
    '{"action":', to_json(e.action),
    ',"actorType":', coalesce(to_json(e."actorType")::text, 'null'),
    ',"caseId":', to_json(e."caseId"),
    ',"commandId":', coalesce(to_json(e."commandId")::text, 'null'),
    ',"createdAt":', to_char(e."createdAt" AT TIME ZONE 'UTC', '"\""YYYY-MM-DD"T"HH24:MI:SS.MS"Z\""'),
    ',"detailHash":"', encode("ofDetail", 'hex'),
    '","fromState":', coalesce(to_json(e."fromState")::text, 'null'),
    ',"id":', to_json(e.id),
    ',"internal":', to_json(e.internal),
    ',"position":', head.position + 1,
    ',"previousHash":"', encode(head.hash, 'hex'),
    '","sequence":', coalesce(e.sequence::text, 'null'),
    ',"toState":', coalesce(to_json(e."toState")::text, 'null'), '}'), 'UTF8'));
  INSERT INTO "ChainLink" ("caseId", position, "eventId", "createdAt", "detailHash", "previousHash", hash)
    VALUES (e."caseId", head.position + 1, e.id, e."createdAt", "ofDetail", head.hash, link);
  UPDATE "ChainHead" h SET position = head.position + 1, hash = link WHERE h."caseId" = e."caseId";
END $$;

CREATE FUNCTION "chainEvent"(e "CaseEvent") RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "appendToChain"(e, sha256(convert_to(concat(e.salt, "canonicalJson"(e.detail)), 'UTF8')));
END $$;

-- A read is an event whose detail says who read what.
CREATE FUNCTION "chainRead"(v "TenantDataView") RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  e "CaseEvent";
BEGIN
  e.id := v.id;
  e."caseId" := v."caseId";
  e."createdAt" := v."createdAt";
  e.action := 'tenant_data_viewed';
  e.internal := true;
  PERFORM "appendToChain"(e, sha256(convert_to("canonicalJson"(
    jsonb_build_object('actorType', v."actorType", 'actor', v.actor, 'what', v.what)), 'UTF8')));
END $$;

-- As the owner: who may record an event can neither write nor change a chain.
CREATE FUNCTION "chainEvents"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  one "CaseEvent";
BEGIN
  FOR one IN SELECT * FROM added ORDER BY "caseId", sequence NULLS LAST, id LOOP
    PERFORM "chainEvent"(one);
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION "chainReads"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  one "TenantDataView";
BEGIN
  FOR one IN SELECT * FROM added ORDER BY "caseId", "createdAt", id LOOP
    PERFORM "chainRead"(one);
  END LOOP;
  RETURN NULL;
END $$;

-- A transition takes the chain of its case before the feed of the organization: other cases do not wait for its reads.
CREATE FUNCTION "lockChain"("ofCase" text) RETURNS integer LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM FROM "ChainHead" WHERE "caseId" = "ofCase" FOR NO KEY UPDATE;
  RETURN 0;
END $$;

-- What was recorded before, in the order in which it is shown.
DO $$
DECLARE
  place record;
  event "CaseEvent";
  view "TenantDataView";
BEGIN
  FOR place IN
    SELECT "caseId", "createdAt", sequence, id, false AS "isRead" FROM "CaseEvent"
    UNION ALL SELECT "caseId", "createdAt", NULL, id, true FROM "TenantDataView"
    ORDER BY "caseId", "createdAt", sequence NULLS LAST, id
  LOOP
    IF place."isRead" THEN
      SELECT * INTO view FROM "TenantDataView" WHERE id = place.id;
      PERFORM "chainRead"(view);
    ELSE
      SELECT * INTO event FROM "CaseEvent" WHERE id = place.id;
      PERFORM "chainEvent"(event);
    END IF;
  END LOOP;
END $$;

CREATE TRIGGER "chainEvents" AFTER INSERT ON "CaseEvent"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "chainEvents"();
CREATE TRIGGER "chainReads" AFTER INSERT ON "TenantDataView"
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "chainReads"();

-- Links are append-only like what they chain, and erasure takes the salt of a detail with the detail.
CREATE OR REPLACE FUNCTION "append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed boolean := false;
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Events, reads and links go with the shell of a sandbox case; actions and reads go after six years.
    allowed := TG_TABLE_NAME NOT IN ('CaseEvent', 'ChainLink') AND OLD."createdAt" < now() - interval '6 years'
      OR EXISTS (SELECT FROM "Case" c
        WHERE c.id = to_jsonb(OLD)->>'caseId' AND c."erasedAt" IS NOT NULL AND c.mode = 'test');
  ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'CaseEvent' THEN
    -- Erasure leaves of a review what was decided on which bytes, and of anything else that it happened.
    allowed := to_jsonb(NEW) - '{detail,salt}'::text[] = to_jsonb(OLD) - '{detail,salt}'::text[]
      AND (NEW.salt IS NULL OR NEW.salt = OLD.salt)
      AND NEW.detail IS NOT DISTINCT FROM CASE OLD.action WHEN 'review_recorded' THEN jsonb_strip_nulls(
        jsonb_build_object('decision', OLD.detail->'decision', 'reviewer', OLD.detail->'reviewer',
          'documentHashes', OLD.detail->'documentHashes')) END
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

CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "ChainLink" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "ChainLink" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
