-- Agents prepare, and a person decides. What an agent asks for waits for the yes of a member, which is a row.

-- Keys -----------------------------------------------------------------------------------------------------------------

-- required: of an agent, for which a person confirms; never: nobody has to, in test mode alone; null: through the agent gateway for
-- agents alone.
ALTER TABLE "ApiKey" ADD COLUMN "confirm" TEXT,
  ADD CONSTRAINT "ApiKey_confirm_check" CHECK ("confirm" = 'required' OR "confirm" = 'never' AND "mode" = 'test');

DROP FUNCTION "apiKeyOf"(bytea);
CREATE FUNCTION "apiKeyOf"(token bytea)
RETURNS TABLE (id text, "organizationId" text, mode text, scopes text[], verified boolean, confirm text) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT k.id, k."organizationId", k.mode, k.scopes, o.verified, k.confirm
  FROM "ApiKey" k JOIN "Organization" o ON o.id = k."organizationId"
  WHERE k.hash = token AND k."revokedAt" IS NULL AND coalesce(k."expiresAt" > now(), true);
$$;
REVOKE ALL ON FUNCTION "apiKeyOf"(bytea) FROM PUBLIC;
-- At once, for the gateways that are running: the roles are applied after the migrations.
DO $$
DECLARE
  r text;
BEGIN
  FOR r IN SELECT rolname FROM pg_roles WHERE rolname IN ('evict_customer_gateway', 'evict_attorney_gateway') LOOP
    EXECUTE format('GRANT EXECUTE ON FUNCTION "apiKeyOf"(bytea) TO %I', r);
  END LOOP;
END $$;

-- Confirmations --------------------------------------------------------------------------------------------------------

CREATE TABLE "Confirmation" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "mode" TEXT NOT NULL,
  "caseId" TEXT NOT NULL REFERENCES "Case"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "keyId" TEXT NOT NULL,
  "action" TEXT NOT NULL,
  "chargeId" TEXT,
  "hash" BYTEA NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "expiresAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp() + interval '24 hours',
  "confirmedAt" TIMESTAMPTZ(3),
  "confirmedById" TEXT,
  "usedBy" TEXT
);
CREATE UNIQUE INDEX "Confirmation_usedBy_key" ON "Confirmation"("usedBy");
CREATE INDEX "Confirmation_caseId_idx" ON "Confirmation"("caseId");
CREATE INDEX "Confirmation_organizationId_idx" ON "Confirmation"("organizationId");
CREATE INDEX "Confirmation_expiresAt_idx" ON "Confirmation"("expiresAt");

-- What a person sees of a case before they confirm, as a hash: its state, facts and evidence, and the charge to pay. With the
-- version of the facts: what was changed and changed back is not what a page may have shown between.
CREATE FUNCTION "confirmedHash"(c "Case", charge text) RETURNS bytea LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT sha256(convert_to(jsonb_build_array(c.state, c."factsVersion", c.facts,
    (SELECT jsonb_agg(jsonb_build_array(d.id, d.filename, d.purpose, d."contentHash") ORDER BY d.id)
      FROM "Document" d WHERE d."caseId" = c.id AND d.purpose IS NOT NULL AND NOT d.superseded),
    (SELECT jsonb_build_array(h.id, h."amountCents", h.state) FROM "Charge" h WHERE h.id = charge AND h."caseId" = c.id)
  )::text, 'UTF8'))
$$;

-- Asked for by a key, confirmed once by a member who is signed in, within 24 hours, and used once after that. `hash` is that
-- of what was asked, then of what was confirmed, with the attestations that were given there.
CREATE FUNCTION "keepConfirmation"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  refused text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- The column rounds to milliseconds.
    IF NEW."expiresAt" > clock_timestamp() + interval '24 hours 1 second' OR NEW."confirmedAt" IS NOT NULL OR NEW."confirmedById" IS NOT NULL OR NEW."usedBy" IS NOT NULL THEN
      refused := 'a confirmation begins unconfirmed, for 24 hours';
    ELSIF NOT EXISTS (SELECT FROM "ApiKey" k JOIN "Case" c ON c."organizationId" = k."organizationId" AND c.mode = k.mode
      WHERE k.id = NEW."keyId" AND c.id = NEW."caseId" AND k."organizationId" = NEW."organizationId" AND k.mode = NEW.mode) THEN
      refused := 'a key asks about cases of its organization and mode';
    END IF;
  ELSIF (NEW.id, NEW."organizationId", NEW.mode, NEW."caseId", NEW."keyId", NEW.action, NEW."createdAt", NEW."expiresAt")
      IS DISTINCT FROM (OLD.id, OLD."organizationId", OLD.mode, OLD."caseId", OLD."keyId", OLD.action, OLD."createdAt", OLD."expiresAt")
    OR NEW."chargeId" IS DISTINCT FROM OLD."chargeId" THEN
    refused := 'what a person is asked does not change';
  ELSIF OLD."confirmedAt" IS NULL THEN
    NEW."confirmedById" := "origin"() ->> 'actor';
    IF NEW."usedBy" IS NOT NULL OR OLD."expiresAt" <= clock_timestamp() OR "origin"() ->> 'actorType' IS DISTINCT FROM 'user'
      OR NOT EXISTS (SELECT FROM "User" u JOIN "Session" s ON s."userId" = u.id
        WHERE u.id = NEW."confirmedById" AND u."organizationId" = NEW."organizationId"
          AND s.id = "origin"() ->> 'credentialId' AND s."revokedAt" IS NULL AND NOT s.pending) THEN
      refused := 'a member who is signed in confirms, in time';
    END IF;
  ELSIF (NEW."confirmedAt", NEW."confirmedById", NEW.hash) IS DISTINCT FROM (OLD."confirmedAt", OLD."confirmedById", OLD.hash)
    OR OLD."usedBy" IS DISTINCT FROM NEW."usedBy" AND (OLD."usedBy" IS NOT NULL OR OLD."expiresAt" <= clock_timestamp()) THEN
    refused := 'a confirmation is used once, in time';
  END IF;
  IF refused IS NOT NULL THEN
    RAISE EXCEPTION '%', refused USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "keepConfirmation" BEFORE INSERT OR UPDATE ON "Confirmation" FOR EACH ROW EXECUTE FUNCTION "keepConfirmation"();
CREATE CONSTRAINT TRIGGER "audit_action_confirmed_UPDATE" AFTER UPDATE OF "confirmedAt" ON "Confirmation"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD."confirmedAt" IS NULL AND NEW."confirmedAt" IS NOT NULL)
  EXECUTE FUNCTION "audit"('action_confirmed', 'id,caseId,action,keyId');

-- A key that needs a person writes no command without the confirmation that it uses, but for what test mode alone has.
CREATE FUNCTION "keepConfirmed"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM "ApiKey" k WHERE k.id = NEW."authorId" AND k.confirm = 'required')
    AND NOT EXISTS (SELECT FROM "Confirmation" f WHERE f."usedBy" = NEW.id AND f."caseId" = NEW."caseId"
      AND f.action = NEW.kind AND f."keyId" = NEW."authorId" AND f."confirmedAt" IS NOT NULL) THEN
    RAISE EXCEPTION 'no person has confirmed this' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "keepConfirmed" BEFORE INSERT ON "Command" FOR EACH ROW
  WHEN (NEW.author = 'customer' AND NEW.kind NOT IN ('advance', 'simulate')) EXECUTE FUNCTION "keepConfirmed"();

-- Uploads --------------------------------------------------------------------------------------------------------------

-- A link for one file, by the hash of its secret.
CREATE TABLE "UploadLink" (
  "hash" BYTEA NOT NULL PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "mode" TEXT NOT NULL,
  "caseId" TEXT NOT NULL REFERENCES "Case"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "authorId" TEXT NOT NULL,
  "credentialId" TEXT NOT NULL,
  "purpose" TEXT NOT NULL,
  "filename" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "usedAt" TIMESTAMPTZ(3)
);
CREATE INDEX "UploadLink_caseId_idx" ON "UploadLink"("caseId");
CREATE INDEX "UploadLink_organizationId_idx" ON "UploadLink"("organizationId");
CREATE INDEX "UploadLink_createdAt_idx" ON "UploadLink"("createdAt");

-- Hashes of facts could be guessed, and names of files name people: both go with the details of the case.
CREATE FUNCTION "forgetAsked"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM "Confirmation" WHERE "caseId" = NEW.id;
  DELETE FROM "UploadLink" WHERE "caseId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "forgetAsked" AFTER UPDATE OF "erasedAt" ON "Case"
  FOR EACH ROW WHEN (NEW."erasedAt" IS NOT NULL AND OLD."erasedAt" IS NULL) EXECUTE FUNCTION "forgetAsked"();
