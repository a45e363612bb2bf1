-- OAuth 2.1: apps that a member connects. A connection is an API key that no secret opens: its access tokens do, for minutes.

-- Connections ----------------------------------------------------------------------------------------------------------

ALTER TABLE "ApiKey" ADD COLUMN "clientId" TEXT, ADD COLUMN "redirectHost" TEXT;
-- An app never gets more than a person confirms.
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_connection_check" CHECK ("clientId" IS NULL OR "confirm" IS NOT NULL AND "createdById" IS NOT NULL);

-- What apps say of themselves when they register.
CREATE TABLE "OAuthClient" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "metadata" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "usedAt" TIMESTAMPTZ(3)
);
CREATE INDEX "OAuthClient_createdAt_idx" ON "OAuthClient"("createdAt") WHERE "usedAt" IS NULL;
CREATE INDEX "OAuthClient_usedAt_idx" ON "OAuthClient"("usedAt") WHERE "usedAt" IS NOT NULL;

-- Requests for access (Interaction, DeviceCode), codes and tokens, by the hash of what their holder has.
CREATE TABLE "OAuthItem" (
  "hash" BYTEA NOT NULL PRIMARY KEY,
  "kind" TEXT NOT NULL,
  "userCode" BYTEA,
  "clientId" TEXT NOT NULL,
  "clientName" TEXT NOT NULL,
  "redirectHost" TEXT,
  "scopes" TEXT[] NOT NULL,
  "payload" TEXT NOT NULL,
  "keyId" TEXT REFERENCES "ApiKey"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "usedAt" TIMESTAMPTZ(3),
  "refusedAt" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "OAuthItem_userCode_key" ON "OAuthItem"("userCode");
CREATE INDEX "OAuthItem_keyId_idx" ON "OAuthItem"("keyId");
CREATE INDEX "OAuthItem_expiresAt_idx" ON "OAuthItem"("expiresAt");
CREATE INDEX "OAuthItem_unanswered_idx" ON "OAuthItem"("expiresAt") WHERE "keyId" IS NULL;

-- Whether a key can be used: of a connection only while the member is there who made it, in live mode as an owner.
CREATE FUNCTION "isActive"(k "ApiKey") RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT k."revokedAt" IS NULL AND coalesce(k."expiresAt" > now(), true) AND (k."clientId" IS NULL OR EXISTS (
    SELECT FROM "User" u WHERE u.id = k."createdById" AND u."organizationId" = k."organizationId" AND u."erasedAt" IS NULL
      AND (k.mode = 'test' OR u.role = 'owner')))
$$;

-- A key by its secret, or the connection of an access token, with the scopes of the token.
DROP FUNCTION "apiKeyOf"(bytea);
CREATE FUNCTION "apiKeyOf"(token bytea)
RETURNS TABLE (id text, "organizationId" text, mode text, scopes text[], verified boolean, confirm text, "clientId" text) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT k.id, k."organizationId", k.mode, CASE WHEN f.scopes IS NULL THEN k.scopes ELSE ARRAY(
      SELECT unnest(k.scopes) INTERSECT SELECT unnest(f.scopes)) END, o.verified, k.confirm, k."clientId"
  FROM (
    SELECT key.id, NULL::text[] AS scopes FROM "ApiKey" key WHERE key.hash = token AND key."clientId" IS NULL
    UNION ALL SELECT i."keyId", i.scopes FROM "OAuthItem" i
      WHERE i.hash = token AND i.kind = 'AccessToken' AND i."expiresAt" > now()
  ) f JOIN "ApiKey" k ON k.id = f.id JOIN "Organization" o ON o.id = k."organizationId"
  WHERE "isActive"(k);
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

-- Ends what the old password has opened: sessions, links to set another one, and the apps that its user has connected. API
-- keys stay: programs of the organization run on them.
CREATE OR REPLACE FUNCTION "setPassword"("ofUser" text, "newHash" text, "keptSession" text) RETURNS void LANGUAGE sql AS $$
  UPDATE "User" SET "passwordHash" = "newHash" WHERE id = "ofUser";
  UPDATE "Session" SET "revokedAt" = now()
  WHERE "userId" = "ofUser" AND "revokedAt" IS NULL AND id IS DISTINCT FROM "keptSession";
  UPDATE "PasswordReset" SET "usedAt" = now() WHERE "userId" = "ofUser" AND "usedAt" IS NULL;
  UPDATE "ApiKey" SET "revokedAt" = now() WHERE "createdById" = "ofUser" AND "clientId" IS NOT NULL AND "revokedAt" IS NULL
    AND "organizationId" = (SELECT "organizationId" FROM "User" WHERE id = "ofUser");
$$;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'evict_credentials') THEN
    GRANT UPDATE ("revokedAt") ON "ApiKey" TO evict_credentials;
  END IF;
END $$;

-- Audit ----------------------------------------------------------------------------------------------------------------

DO $$
DECLARE
  t text[];
BEGIN
  FOREACH t SLICE 1 IN ARRAY ARRAY[
    ['api_key_created', 'INSERT', 'NEW."clientId" IS NULL', 'id,mode,lastFour'],
    ['api_key_revoked', 'UPDATE OF "revokedAt"',
      'NEW."clientId" IS NULL AND OLD."revokedAt" IS NULL AND NEW."revokedAt" IS NOT NULL', 'id,mode,lastFour'],
    ['app_connected', 'INSERT', 'NEW."clientId" IS NOT NULL', 'id,mode,clientId,redirectHost,scopes,confirm'],
    ['app_disconnected', 'UPDATE OF "revokedAt"',
      'NEW."clientId" IS NOT NULL AND OLD."revokedAt" IS NULL AND NEW."revokedAt" IS NOT NULL', 'id,mode,clientId']
  ] LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS %1$I ON "ApiKey"; CREATE CONSTRAINT TRIGGER %1$I AFTER %2$s ON "ApiKey"
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (%3$s) EXECUTE FUNCTION "audit"(%4$L, %5$L)',
      concat_ws('_', 'audit', t[1], split_part(t[2], ' ', 1)), t[2], t[3], t[1], t[4]);
  END LOOP;
END $$;
