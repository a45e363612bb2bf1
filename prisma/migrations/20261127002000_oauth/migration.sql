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
  "proof" BYTEA,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "usedAt" TIMESTAMPTZ(3),
  "refusedAt" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "OAuthItem_userCode_key" ON "OAuthItem"("userCode");
CREATE UNIQUE INDEX "OAuthItem_proof_kind_key" ON "OAuthItem"("proof", "kind");
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

-- What the authorization server keeps ----------------------------------------------------------------------------------

-- Registers an app. Of those that nobody has connected the newest "most" stay.
CREATE FUNCTION "registerOAuthClient"(client text, said text, most int) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DELETE FROM "OAuthClient" WHERE id IN (SELECT id FROM "OAuthClient" WHERE "usedAt" IS NULL
    ORDER BY "createdAt" DESC OFFSET most - 1 FOR UPDATE SKIP LOCKED);
  INSERT INTO "OAuthClient" (id, metadata) VALUES (client, said);
$$;

-- Keeps an item. A request is a stranger's. A code needs the ticket that the browser of the consenting member has; a token
-- needs the code or the refresh token that it is issued for, each of which yields one. False: there is no such proof.
CREATE FUNCTION "keepOAuth"("ofKind" text, secret bytea, code bytea, client text, name text, host text, asked text[],
  content text, key text, proven bytea, seconds int)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  k "ApiKey";
BEGIN
  IF "ofKind" IN ('Interaction', 'DeviceCode') THEN
    key := NULL;
    proven := NULL;
  ELSE
    SELECT * INTO k FROM "ApiKey" WHERE id = key AND "clientId" = client FOR NO KEY UPDATE;
    IF k.id IS NULL OR NOT "isActive"(k) OR proven IS NULL OR NOT asked <@ k.scopes THEN
      RETURN false;
    ELSIF "ofKind" = 'AuthorizationCode' THEN
      -- The ticket opens nothing again.
      UPDATE "ApiKey" SET hash = sha256(convert_to(gen_random_uuid()::text || gen_random_uuid(), 'UTF8')) WHERE id = key AND hash = proven;
      IF NOT FOUND THEN
        RETURN false;
      END IF;
    ELSIF "ofKind" NOT IN ('AccessToken', 'RefreshToken') OR NOT EXISTS (SELECT FROM "OAuthItem" i
      WHERE i.hash = proven AND i."keyId" = key AND i."usedAt" IS NOT NULL AND i."expiresAt" > clock_timestamp()
        AND i.kind IN ('AuthorizationCode', 'DeviceCode', 'RefreshToken') AND asked <@ i.scopes) THEN
      RETURN false;
    END IF;
  END IF;
  INSERT INTO "OAuthItem" (hash, kind, "userCode", "clientId", "clientName", "redirectHost", scopes, payload, "keyId", proof, "expiresAt")
    VALUES (secret, "ofKind", code, client, name, host, asked, content, key, proven, clock_timestamp() + least(seconds, 2592000) * interval '1 second')
    ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  -- A connection lasts as long as a token of it, and after 90 days the app asks again.
  UPDATE "ApiKey" SET "expiresAt" = least("createdAt" + interval '90 days',
      greatest("expiresAt", clock_timestamp() + least(seconds, 2592000) * interval '1 second'))
    WHERE id = key AND "ofKind" IN ('AccessToken', 'RefreshToken');
  UPDATE "OAuthClient" SET "usedAt" = clock_timestamp() WHERE id = client AND key IS NOT NULL
    AND coalesce("usedAt" < clock_timestamp() - interval '1 day', true);
  RETURN true;
END $$;

-- Whether the answer to a refresh may have been lost: it was less than a minute ago, and nothing came of it. The token is
-- good once more then.
CREATE FUNCTION "mayBeLost"(i "OAuthItem") RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT i.kind = 'RefreshToken' AND i."usedAt" > clock_timestamp() - interval '1 minute'
    AND NOT EXISTS (SELECT FROM "OAuthItem" n WHERE n.proof = i.hash AND n.kind = 'RefreshToken' AND n."usedAt" IS NOT NULL)
$$;

-- An item by its secret. The yes to a request is shown with the ticket that its member's browser has.
CREATE FUNCTION "findOAuth"("ofKind" text, secret bytea, ticket bytea)
RETURNS TABLE (payload text, scopes text[], used boolean, refused boolean, "keyId" text, "userId" text) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT i.payload, i.scopes, i."usedAt" IS NOT NULL AND NOT "mayBeLost"(i), i."refusedAt" IS NOT NULL, k.id, k."createdById"
  FROM "OAuthItem" i LEFT JOIN "ApiKey" k ON k.id = i."keyId" AND (i.kind <> 'Interaction' OR k.hash = ticket)
  WHERE i.hash = secret AND i.kind = "ofKind"
$$;

-- Of a connection that can be used.
CREATE FUNCTION "findConnection"(key text) RETURNS TABLE ("clientId" text, "userId" text, scopes text[]) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT k."clientId", k."createdById", k.scopes FROM "ApiKey" k WHERE k.id = key AND k."clientId" IS NOT NULL AND "isActive"(k)
$$;

-- Ends a connection. One whose code or refresh token came twice is in two hands.
CREATE FUNCTION "endConnection"(key text, replayed boolean) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE "ApiKey" SET "revokedAt" = now() WHERE id = key AND "clientId" IS NOT NULL AND "revokedAt" IS NULL;
  IF FOUND AND replayed THEN
    INSERT INTO "AuditEvent" (id, "organizationId", action, "actorType", actor, network, result, detail)
      SELECT 'aud_' || uuidv7(), "organizationId", 'app_token_replayed', 'api_key', id, "origin"() ->> 'network',
        'invalid_grant', jsonb_build_object('id', id, 'mode', mode) FROM "ApiKey" WHERE id = key;
  END IF;
END $$;

-- Uses an item, once. False for the second use: that of a code or a refresh token ends the connection, since it is in two
-- hands. A refresh whose answer may be lost is repeated once, and what the first one yielded is dead.
CREATE FUNCTION "useOAuth"("ofKind" text, secret bytea) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  i "OAuthItem";
BEGIN
  SELECT * INTO i FROM "OAuthItem" WHERE hash = secret AND kind = "ofKind" FOR NO KEY UPDATE;
  IF i."usedAt" IS NULL THEN
    UPDATE "OAuthItem" SET "usedAt" = clock_timestamp() WHERE hash = i.hash;
    RETURN FOUND;
  ELSIF "mayBeLost"(i) THEN
    -- Used longer ago than a minute: not repeated again.
    UPDATE "OAuthItem" SET "usedAt" = "usedAt" - interval '1 minute' WHERE hash = i.hash;
    UPDATE "OAuthItem" SET proof = NULL, "usedAt" = clock_timestamp() - interval '1 minute',
        "expiresAt" = CASE kind WHEN 'AccessToken' THEN clock_timestamp() ELSE "expiresAt" END
      WHERE proof = i.hash AND kind IN ('AccessToken', 'RefreshToken');
    RETURN true;
  END IF;
  IF i.kind IN ('AuthorizationCode', 'RefreshToken') THEN
    PERFORM "endConnection"(i."keyId", true);
  END IF;
  RETURN false;
END $$;

-- The decision of a member ---------------------------------------------------------------------------------------------

-- What an app asks for, by the id of its request or the code that it shows. None once it is answered.
CREATE FUNCTION "openOAuthRequest"(handle bytea)
RETURNS TABLE (kind text, "clientId" text, "clientName" text, "redirectHost" text, scopes text[], "expiresAt" timestamptz) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT i.kind, i."clientId", i."clientName", i."redirectHost", i.scopes, i."expiresAt" FROM "OAuthItem" i
  WHERE (i.hash = handle AND i.kind = 'Interaction' OR i."userCode" = handle) AND i."keyId" IS NULL AND i."usedAt" IS NULL
    AND i."refusedAt" IS NULL AND i."expiresAt" > clock_timestamp()
$$;

-- A member who is signed in says yes or no to a request, once. A yes is a connection, whose hash is that of the ticket
-- with which their browser returns to the app; in live mode it takes an owner.
CREATE FUNCTION "answerOAuth"(handle bytea, yes boolean, key text, organization text, "inMode" text, confirming text, ticket bytea)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  asked "OAuthItem";
BEGIN
  IF NOT EXISTS (SELECT FROM "User" u JOIN "Session" s ON s."userId" = u.id
    WHERE "origin"() ->> 'actorType' = 'user' AND u.id = "origin"() ->> 'actor' AND u."organizationId" = organization
      AND u."erasedAt" IS NULL AND ("inMode" = 'test' OR u.role = 'owner' OR NOT yes)
      AND s.id = "origin"() ->> 'credentialId' AND s."revokedAt" IS NULL AND NOT s.pending) THEN
    RAISE EXCEPTION 'a member who is signed in connects an app' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT i.* INTO asked FROM "OAuthItem" i WHERE (i.hash = handle AND i.kind = 'Interaction' OR i."userCode" = handle)
    AND i."keyId" IS NULL AND i."usedAt" IS NULL AND i."refusedAt" IS NULL AND i."expiresAt" > clock_timestamp() FOR UPDATE;
  IF asked.hash IS NULL THEN
    RETURN false;
  ELSIF NOT yes THEN
    UPDATE "OAuthItem" SET "refusedAt" = clock_timestamp() WHERE hash = asked.hash;
    RETURN true;
  END IF;
  -- Until the app has its first token.
  INSERT INTO "ApiKey" (id, hash, "organizationId", mode, name, scopes, confirm, "createdById", "clientId", "redirectHost", "expiresAt")
    VALUES (key, ticket, organization, "inMode", asked."clientName", asked.scopes, confirming, "origin"() ->> 'actor', asked."clientId",
      asked."redirectHost", clock_timestamp() + interval '15 minutes');
  UPDATE "OAuthItem" SET "keyId" = key WHERE hash = asked.hash;
  RETURN true;
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
