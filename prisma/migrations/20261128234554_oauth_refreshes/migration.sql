-- A refresh token works for a minute after its first use: the answer to a refresh can be lost, and two processes of an app
-- can refresh at the same time. Each refresh yields a pair of tokens of its own, so a token is no longer tied to the one code
-- or token that it was issued for.

DROP INDEX "OAuthItem_proof_kind_key";
ALTER TABLE "OAuthItem" DROP COLUMN "proof";

-- Keeps an item. A request is a stranger's. A code needs the ticket that the browser of the consenting member has ("proven");
-- a token needs a connection that can be used. False: there is none.
CREATE OR REPLACE FUNCTION "keepOAuth"("ofKind" text, secret bytea, code bytea, client text, name text, host text,
  asked text[], content text, key text, proven bytea, seconds int)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  k "ApiKey";
BEGIN
  IF "ofKind" IN ('Interaction', 'DeviceCode') THEN
    key := NULL;
  ELSE
    SELECT * INTO k FROM "ApiKey" WHERE id = key AND "clientId" = client FOR NO KEY UPDATE;
    IF k.id IS NULL OR NOT "isActive"(k) OR NOT asked <@ k.scopes THEN
      RETURN false;
    ELSIF "ofKind" = 'AuthorizationCode' THEN
      -- The ticket opens nothing again.
      UPDATE "ApiKey" SET hash = sha256(convert_to(gen_random_uuid()::text || gen_random_uuid(), 'UTF8')) WHERE id = key AND hash = proven;
      IF NOT FOUND THEN
        RETURN false;
      END IF;
    END IF;
  END IF;
  INSERT INTO "OAuthItem" (hash, kind, "userCode", "clientId", "clientName", "redirectHost", scopes, payload, "keyId", "expiresAt")
    VALUES (secret, "ofKind", code, client, name, host, asked, content, key, clock_timestamp() + least(seconds, 2592000) * interval '1 second')
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

-- An item by its secret. The yes to a request is shown with the ticket that its member's browser has. Whether a code or a token
-- can be used, "useOAuth" decides, under a lock.
CREATE OR REPLACE FUNCTION "findOAuth"("ofKind" text, secret bytea, ticket bytea)
RETURNS TABLE (payload text, scopes text[], used boolean, refused boolean, "keyId" text, "userId" text) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT i.payload, i.scopes, i."usedAt" IS NOT NULL AND i.kind IN ('Interaction', 'DeviceCode'), i."refusedAt" IS NOT NULL,
    k.id, k."createdById"
  FROM "OAuthItem" i LEFT JOIN "ApiKey" k ON k.id = i."keyId" AND (i.kind <> 'Interaction' OR k.hash = ticket)
  WHERE i.hash = secret AND i.kind = "ofKind"
$$;
DROP FUNCTION "mayBeLost"("OAuthItem");

-- Uses an item, which waits for another use of it. False for a second use. That of a code, and that of a refresh token after
-- its minute, ends the connection: it is in two hands.
CREATE OR REPLACE FUNCTION "useOAuth"("ofKind" text, secret bytea) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  i "OAuthItem";
BEGIN
  SELECT * INTO i FROM "OAuthItem" WHERE hash = secret AND kind = "ofKind" FOR NO KEY UPDATE;
  IF i."usedAt" IS NULL THEN
    UPDATE "OAuthItem" SET "usedAt" = clock_timestamp() WHERE hash = i.hash;
    RETURN FOUND;
  ELSIF i.kind = 'RefreshToken' AND i."usedAt" > clock_timestamp() - interval '1 minute' THEN
    RETURN true;
  ELSIF i.kind IN ('AuthorizationCode', 'RefreshToken') THEN
    PERFORM "endConnection"(i."keyId", true);
  END IF;
  RETURN false;
END $$;
