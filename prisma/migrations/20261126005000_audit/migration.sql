ALTER TABLE "TenantDataView" ADD COLUMN "organizationId" TEXT, ADD COLUMN "credentialId" TEXT, ADD COLUMN "network" TEXT;
ALTER TABLE "Command" ADD COLUMN "organizationId" TEXT, ADD COLUMN "credentialId" TEXT, ADD COLUMN "network" TEXT;
ALTER TABLE "OperatorAction"
  ADD COLUMN "identifiedBy" TEXT NOT NULL DEFAULT 'declared',
  ADD COLUMN "organizationId" TEXT;
ALTER TABLE "Note" ADD COLUMN "authorId" TEXT;
ALTER TABLE "Document" ADD COLUMN "authorId" TEXT;

CREATE TABLE "AuditEvent" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "actorType" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "credentialId" TEXT,
    "network" TEXT,
    "result" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- Organizations -------------------------------------------------------------------------------------------------------

-- The organization that a subject of an operator belongs to; null for an attorney, and for what is gone.
CREATE FUNCTION "organizationOf"(subject text) RETURNS text LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE split_part(subject, '_', 1)
    WHEN 'org' THEN (SELECT id FROM "Organization" WHERE id = subject)
    WHEN 'usr' THEN (SELECT "organizationId" FROM "User" WHERE id = subject)
    WHEN 'case' THEN (SELECT "organizationId" FROM "Case" WHERE id = subject)
    WHEN 'chg' THEN (SELECT c."organizationId" FROM "Charge" h JOIN "Case" c ON c.id = h."caseId" WHERE h.id = subject)
    WHEN 'we' THEN (SELECT "organizationId" FROM "WebhookEndpoint" WHERE id = subject)
    WHEN 'whd' THEN (SELECT e."organizationId" FROM "WebhookDelivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId"
      WHERE d.id = subject)
  END
$$;

-- Of the rows of the version before.
UPDATE "Command" k SET "organizationId" = c."organizationId" FROM "Case" c WHERE c.id = k."caseId";
ALTER TABLE "TenantDataView" DISABLE TRIGGER "append_only";
UPDATE "TenantDataView" v SET "organizationId" = c."organizationId" FROM "Case" c WHERE c.id = v."caseId";
ALTER TABLE "TenantDataView" ENABLE TRIGGER "append_only";
ALTER TABLE "OperatorAction" DISABLE TRIGGER "append_only";
UPDATE "OperatorAction" SET "organizationId" = "organizationOf"(subject) WHERE subject IS NOT NULL;
ALTER TABLE "OperatorAction" ENABLE TRIGGER "append_only";

CREATE INDEX "TenantDataView_organizationId_createdAt_id_idx" ON "TenantDataView"("organizationId", "createdAt" DESC, "id" DESC);
CREATE INDEX "OperatorAction_organizationId_createdAt_id_idx" ON "OperatorAction"("organizationId", "createdAt" DESC, "id" DESC);
CREATE INDEX "AuditEvent_organizationId_createdAt_id_idx" ON "AuditEvent"("organizationId", "createdAt" DESC, "id" DESC);
CREATE INDEX "AuditEvent_createdAt_idx" ON "AuditEvent"("createdAt");
-- Operators' commands are in the audit as their actions, and the platform's are events of the case.
CREATE INDEX "Command_audit_idx" ON "Command"("organizationId", "writtenAt" DESC, "id" DESC)
  WHERE "author" IN ('customer', 'attorney');

-- Origin --------------------------------------------------------------------------------------------------------------

-- Who acts and from where, as packages/store/src/audit/origin.ts hands it to a statement or a transaction.
CREATE FUNCTION "origin"() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('evict.origin', true), ''), '{}')::jsonb
$$;

-- Whose audit a row belongs to and where it came from. No writer can forget or choose its organization.
CREATE FUNCTION "nameOrigin"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'OperatorAction' THEN
    NEW."organizationId" := "organizationOf"(NEW.subject);
  ELSE
    NEW."organizationId" := (SELECT "organizationId" FROM "Case" WHERE id = NEW."caseId");
    NEW."credentialId" := "origin"() ->> 'credentialId';
    NEW.network := "origin"() ->> 'network';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "nameOrigin" BEFORE INSERT ON "Command" FOR EACH ROW EXECUTE FUNCTION "nameOrigin"();
CREATE TRIGGER "nameOrigin" BEFORE INSERT ON "TenantDataView" FOR EACH ROW EXECUTE FUNCTION "nameOrigin"();
CREATE TRIGGER "nameOrigin" BEFORE INSERT OR UPDATE OF subject ON "OperatorAction"
  FOR EACH ROW EXECUTE FUNCTION "nameOrigin"();

-- The operators are no authors that customers know.
CREATE FUNCTION "nameAuthor"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW."authorId" := CASE WHEN "origin"() ->> 'actorType' <> 'operator' THEN "origin"() ->> 'actor' END;
  RETURN NEW;
END $$;
CREATE TRIGGER "nameAuthor" BEFORE INSERT ON "Note" FOR EACH ROW EXECUTE FUNCTION "nameAuthor"();
CREATE TRIGGER "nameAuthor" BEFORE INSERT ON "Document" FOR EACH ROW EXECUTE FUNCTION "nameAuthor"();

-- The author beside the rest. Cases of the version before show it with their next document.
CREATE OR REPLACE FUNCTION "documentsOf"("inCase" text) RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, public AS $$
  SELECT coalesce(json_agg(json_build_object(
      'id', id, 'kind', kind, 'specId', "specId", 'filename', filename, 'contentHash', "contentHash",
      'authorId', "authorId", 'createdAt', to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) ORDER BY "createdAt", "specId", id), '[]')::text
  FROM "Document" WHERE "caseId" = "inCase" AND NOT superseded
$$;

-- Audit ---------------------------------------------------------------------------------------------------------------

-- Records a change in the audit of its organization: the first argument names it, the second has the columns of the row
-- that it tells. A user is the author of what happens to themself, unless the origin names somebody else; a change
-- without an origin is that of the login of a process. Ids are in the order of time, for entries of one millisecond.
CREATE FUNCTION "audit"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  said jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  of_user text := CASE TG_TABLE_NAME WHEN 'User' THEN said ->> 'id' ELSE said ->> 'userId' END;
  organization text := CASE TG_TABLE_NAME WHEN 'Organization' THEN said ->> 'id' ELSE
    coalesce(said ->> 'organizationId', (SELECT "organizationId" FROM "User" WHERE id = said ->> 'userId')) END;
BEGIN
  -- An attorney belongs to none. An invitation that was accepted or is over ends without anybody.
  IF organization IS NULL OR TG_ARGV[0] = 'invitation_revoked' AND "origin"() ->> 'actor' IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO "AuditEvent" (id, "organizationId", action, "actorType", actor, "credentialId", network, result, detail)
    SELECT 'aud_' || uuidv7(), organization, TG_ARGV[0],
      CASE WHEN o ? 'actor' THEN o ->> 'actorType' WHEN of_user IS NULL THEN 'platform' ELSE 'user' END,
      coalesce(o ->> 'actor', of_user, session_user), o ->> 'credentialId',
      coalesce(o ->> 'network', said ->> 'network'), 'done',
      (SELECT coalesce(jsonb_object_agg(name, said -> name), '{}') FROM unnest(string_to_array(TG_ARGV[1], ',')) name)
    FROM (SELECT jsonb_strip_nulls("origin"()) AS o) given;
  RETURN NULL;
END $$;

-- What is audited: a change of a table, and what is told of its row. The entry is written at the commit.
DO $$
DECLARE
  t text[];
BEGIN
  FOREACH t SLICE 1 IN ARRAY ARRAY[
    ['signed_in', 'Session', 'INSERT', 'NOT NEW.pending', 'id,userId'],
    ['signed_in', 'Session', 'UPDATE OF pending', 'OLD.pending AND NOT NEW.pending', 'id,userId'],
    ['session_ended', 'Session', 'UPDATE OF "revokedAt"', 'OLD."revokedAt" IS NULL AND NEW."revokedAt" IS NOT NULL', 'id,userId'],
    ['member_added', 'User', 'INSERT', 'true', 'id,role'],
    ['member_removed', 'User', 'DELETE', 'true', 'id,role'],
    ['member_role_changed', 'User', 'UPDATE OF role', 'OLD.role <> NEW.role', 'id,role'],
    ['member_erased', 'User', 'UPDATE OF "erasedAt"', 'OLD."erasedAt" IS NULL AND NEW."erasedAt" IS NOT NULL', 'id'],
    ['password_changed', 'User', 'UPDATE OF "passwordHash"',
      'OLD."passwordHash" IS DISTINCT FROM NEW."passwordHash" AND NEW."erasedAt" IS NULL', 'id'],
    ['passkey_added', 'Passkey', 'INSERT', 'true', 'id'],
    ['passkey_removed', 'Passkey', 'DELETE', 'true', 'id'],
    ['authenticator_added', 'Totp', 'UPDATE OF "confirmedAt"', 'OLD."confirmedAt" IS NULL AND NEW."confirmedAt" IS NOT NULL', 'userId'],
    ['authenticator_removed', 'Totp', 'DELETE', 'OLD."confirmedAt" IS NOT NULL', 'userId'],
    ['member_invited', 'Invitation', 'INSERT', 'true', 'id,role'],
    ['invitation_revoked', 'Invitation', 'DELETE', 'true', 'id,role'],
    ['api_key_created', 'ApiKey', 'INSERT', 'true', 'id,mode,lastFour'],
    ['api_key_revoked', 'ApiKey', 'UPDATE OF "revokedAt"', 'OLD."revokedAt" IS NULL AND NEW."revokedAt" IS NOT NULL',
      'id,mode,lastFour'],
    ['webhook_endpoint_created', 'WebhookEndpoint', 'INSERT', 'true', 'id,mode'],
    ['webhook_endpoint_deleted', 'WebhookEndpoint', 'DELETE', 'true', 'id,mode'],
    ['webhook_secret_changed', 'WebhookEndpoint', 'UPDATE OF secret', 'OLD.secret <> NEW.secret', 'id,mode'],
    ['webhook_endpoint_disabled', 'WebhookEndpoint', 'UPDATE OF "disabledAt"',
      'OLD."disabledAt" IS NULL AND NEW."disabledAt" IS NOT NULL', 'id,mode'],
    ['organization_renamed', 'Organization', 'UPDATE OF name', 'OLD.name <> NEW.name', ''],
    ['organization_verified', 'Organization', 'UPDATE OF verified', 'OLD.verified <> NEW.verified', 'verified'],
    ['single_sign_on_changed', 'SingleSignOn', 'INSERT', 'true', 'issuer,domain,provenAt,localPasswords'],
    ['single_sign_on_changed', 'SingleSignOn', 'UPDATE', 'OLD.* IS DISTINCT FROM NEW.*', 'issuer,domain,provenAt,localPasswords'],
    ['single_sign_on_removed', 'SingleSignOn', 'DELETE', 'true', 'issuer,domain']
  ] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER %I AFTER %s ON %I DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (%s)
      EXECUTE FUNCTION "audit"(%L, %L)', concat_ws('_', 'audit', t[1], split_part(t[3], ' ', 1)), t[3], t[2], t[4], t[1], t[5]);
  END LOOP;
END $$;

-- A failed sign-in belongs to the organization of the account. Nothing else of the audit can be written by a process.
CREATE FUNCTION "auditFailedSignIn"(address text, attempts int) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  INSERT INTO "AuditEvent" (id, "organizationId", action, "actorType", actor, network, result, detail)
    SELECT 'aud_' || uuidv7(), "organizationId", 'sign_in_failed', 'user', id, "origin"() ->> 'network',
      'invalid_credentials', jsonb_build_object('attemptsInTheHour', attempts)
    FROM "User" WHERE "emailKey" = address AND "organizationId" IS NOT NULL
$$;

CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "AuditEvent" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();

-- What an owner sees: no row is written twice. Each of these tables has an index in its order; a volatile function, a
-- column of another type or a condition would keep PostgreSQL from merging them. `isHidden` is in place of a condition.
CREATE VIEW "Audit" AS
  SELECT id, "organizationId", "createdAt" AS at, action, "actorType", actor, "credentialId", network,
    NULL::text AS "caseId", result, detail, false AS "isHidden"
  FROM "AuditEvent"
  UNION ALL SELECT id, "organizationId", "writtenAt", 'case.' || kind,
    CASE WHEN author = 'attorney' THEN author WHEN "authorId" LIKE 'key\_%' THEN 'api_key' ELSE 'user' END, "authorId",
    "credentialId", network, "caseId", CASE WHEN (outcome ->> 'ok')::boolean THEN 'done'
      WHEN outcome IS NOT NULL THEN outcome ->> 'code'
      WHEN "writtenAt" < now() - interval '1 minute' THEN 'void' ELSE 'pending' END, NULL::jsonb,
    author NOT IN ('customer', 'attorney')
  FROM "Command"
  UNION ALL SELECT id, "organizationId", "createdAt", 'tenant_data_viewed',
    CASE "actorType" WHEN 'platform' THEN 'operator' ELSE "actorType" END, actor, "credentialId", network, "caseId",
    'done', jsonb_build_object('what', what), false
  FROM "TenantDataView"
  UNION ALL SELECT id, "organizationId", "createdAt", 'operator_action', 'operator', operator, NULL, NULL,
    CASE WHEN subject LIKE 'case\_%' THEN subject END, coalesce(outcome, 'pending'), jsonb_strip_nulls(
      jsonb_build_object('command', command, 'subject', subject, 'identifiedBy', "identifiedBy")), false
  FROM "OperatorAction";
