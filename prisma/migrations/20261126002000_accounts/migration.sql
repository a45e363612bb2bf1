ALTER TABLE "Session" ADD COLUMN "network" TEXT, ADD COLUMN "device" TEXT;

ALTER TABLE "ApiKey"
  ADD COLUMN "name" TEXT,
  ADD COLUMN "scopes" TEXT[] DEFAULT ARRAY['read', 'write', 'submit']::TEXT[],
  ADD COLUMN "createdById" TEXT,
  ADD COLUMN "lastUsedAt" TIMESTAMPTZ(3),
  ADD COLUMN "expiresAt" TIMESTAMPTZ(3);
-- Housekeeping deletes them long after their end.
CREATE INDEX "ApiKey_expiresAt_idx" ON "ApiKey"("expiresAt") WHERE "expiresAt" IS NOT NULL;

ALTER TABLE "WebhookEndpoint" ADD COLUMN "previousSecret" BYTEA, ADD COLUMN "previousUntil" TIMESTAMPTZ(3);

-- Credentials ---------------------------------------------------------------------------------------------------------

-- No process reads the hash of a credential. These functions compare it, and belong to a role that nobody logs in as:
-- packages/store/src/roles/credentials.ts has its privileges, and says which process calls which function. `pg_temp` is
-- the last of their search path: a temporary table of the caller is not taken for ours.

-- Wrong passwords are counted where no process can take them back.
ALTER TABLE "RateLimit" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "others" ON "RateLimit" USING (key NOT LIKE 'wrongPassword:%');

CREATE FUNCTION "guessesAt"("ofAddress" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT RETURN
  'wrongPassword:' || encode(sha256(convert_to("ofAddress", 'UTF8')), 'hex');

-- Five lock an address until the first of them is 15 minutes old.
CREATE FUNCTION "secondsLocked"(guesses timestamptz[]) RETURNS int LANGUAGE sql RETURN
  nullif(greatest(0, ceil(extract(epoch FROM
    guesses[cardinality(guesses) - 4] + interval '15 minutes' - clock_timestamp()))::int), 0);

-- The beginning of the hash, with which a proof is computed; null without an account. Addresses are in lower case.
CREATE FUNCTION "passwordSettings"("ofAddress" text, OUT settings text, OUT "lockedSeconds" int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT (SELECT substring("passwordHash" FROM '^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+')
      FROM "User" WHERE "emailKey" = "ofAddress"),
    (SELECT "secondsLocked"(hits) FROM "RateLimit" WHERE key = "guessesAt"("ofAddress"));
$$;

-- The user with this address and password, whose hash is the proof. A wrong one counts, and a right one clears the count.
CREATE FUNCTION "verifyPassword"("ofAddress" text, proof text, OUT "userId" text, OUT "lockedSeconds" int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  guesses timestamptz[];
BEGIN
  -- Guesses at one address wait here for each other: sent at once, no more of them are right or wrong.
  INSERT INTO "RateLimit" AS r (key, hits) VALUES ("guessesAt"("ofAddress"), '{}')
    ON CONFLICT (key) DO UPDATE SET hits = r.hits RETURNING hits INTO guesses;
  "lockedSeconds" := "secondsLocked"(guesses);
  IF "lockedSeconds" IS NOT NULL THEN RETURN; END IF;
  -- Hashed once more: how long it takes says nothing of the hash.
  SELECT id INTO "userId" FROM "User" WHERE "emailKey" = "ofAddress"
    AND sha256(convert_to("passwordHash", 'UTF8')) = sha256(convert_to(proof, 'UTF8')) FOR SHARE;
  UPDATE "RateLimit" SET hits = CASE WHEN "userId" IS NULL
    THEN guesses[greatest(1, cardinality(guesses) - 3):] || clock_timestamp() ELSE '{}' END
  WHERE key = "guessesAt"("ofAddress");
END $$;

CREATE FUNCTION "addSession"("ofUser" text, token bytea, network text, device text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "Session" (id, hash, "userId", network, device)
  VALUES ('ses_' || gen_random_uuid(), token, "ofUser", nullif(network, ''), nullif(device, ''));
$$;

-- Opens a session for the user with this address and password.
CREATE FUNCTION "openSession"("ofAddress" text, proof text, token bytea, network text, device text,
  OUT "userId" text, OUT "lockedSeconds" int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT v."userId", v."lockedSeconds" INTO "userId", "lockedSeconds" FROM "verifyPassword"("ofAddress", proof) v;
  IF "userId" IS NOT NULL THEN PERFORM "addSession"("userId", token, network, device); END IF;
END $$;

-- Creates an organization with its owner and a session. Null if an account has the address.
CREATE FUNCTION "signUp"("organizationName" text, name text, address text, "passwordHash" text, token bytea, network text,
  device text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  organization text := 'org_' || gen_random_uuid();
  owner text := 'usr_' || gen_random_uuid();
BEGIN
  INSERT INTO "Organization" (id, name) VALUES (organization, "organizationName");
  INSERT INTO "User" (id, "organizationId", name, email, "emailKey", "passwordHash", role)
  VALUES (owner, organization, name, address, lower(address COLLATE "C"), "passwordHash", 'owner');
  PERFORM "addSession"(owner, token, network, device);
  RETURN owner;
EXCEPTION WHEN unique_violation THEN
  RETURN NULL;
END $$;

-- Whether a link in a mail can be used.
CREATE FUNCTION "isLinkOpen"(link bytea) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM "PasswordReset"
      WHERE hash = link AND "usedAt" IS NULL AND "createdAt" > now() - interval '1 hour')
    OR EXISTS (SELECT FROM "InvitationLink" l JOIN "Invitation" i ON i.id = l."invitationId"
      WHERE l.hash = link AND i."createdAt" > now() - interval '7 days');
$$;

-- Creates the user who was invited, with a session, and ends the invitation. Null if the link cannot be used;
-- 'email_taken', with nothing changed, if an account has the address.
CREATE FUNCTION "acceptInvitation"(link bytea, name text, "passwordHash" text, token bytea, network text, device text)
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  invited "Invitation";
BEGIN
  -- The organization before the invitation, like every other transaction that locks both.
  PERFORM FROM "Organization" o JOIN "Invitation" i ON i."organizationId" = o.id
    JOIN "InvitationLink" l ON l."invitationId" = i.id WHERE l.hash = link FOR KEY SHARE OF o;
  DELETE FROM "Invitation" i USING "InvitationLink" l
    WHERE l.hash = link AND i.id = l."invitationId" AND i."createdAt" > now() - interval '7 days'
    RETURNING i.* INTO invited;
  IF invited.id IS NULL THEN RETURN NULL; END IF;
  INSERT INTO "User" (id, "organizationId", name, email, "emailKey", "passwordHash", role)
  VALUES (invited.id, invited."organizationId", name, invited.email, invited."emailKey", "passwordHash", invited.role);
  PERFORM "addSession"(invited.id, token, network, device);
  RETURN invited.id;
EXCEPTION WHEN unique_violation THEN
  RETURN 'email_taken';
END $$;

-- Ends what the old password has opened: sessions, and links to set another one.
CREATE FUNCTION "setPassword"("ofUser" text, "newHash" text, "keptSession" text) RETURNS void LANGUAGE sql AS $$
  UPDATE "User" SET "passwordHash" = "newHash" WHERE id = "ofUser";
  UPDATE "Session" SET "revokedAt" = now()
  WHERE "userId" = "ofUser" AND "revokedAt" IS NULL AND id IS DISTINCT FROM "keptSession";
  UPDATE "PasswordReset" SET "usedAt" = now() WHERE "userId" = "ofUser" AND "usedAt" IS NULL;
$$;

-- Sets a password by a link, and ends the lock of the address. False if the link cannot be used.
CREATE FUNCTION "resetPassword"(link bytea, "newHash" text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  "ofUser" "User";
BEGIN
  SELECT u.* INTO "ofUser" FROM "User" u JOIN "PasswordReset" r ON r."userId" = u.id
  WHERE r.hash = link AND r."usedAt" IS NULL AND r."createdAt" > now() - interval '1 hour';
  IF "ofUser".id IS NULL THEN RETURN false; END IF;
  -- The count before the user, as a sign-in locks them. Resets of one user wait for each other: each ends all links.
  DELETE FROM "RateLimit" WHERE key = "guessesAt"("ofUser"."emailKey");
  PERFORM FROM "User" WHERE id = "ofUser".id FOR NO KEY UPDATE;
  UPDATE "PasswordReset" SET "usedAt" = now() WHERE hash = link AND "usedAt" IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM "setPassword"("ofUser".id, "newHash", NULL);
  RETURN true;
END $$;

-- Verifies the password in a session, and sets a new one if it is given. Not proven if it is wrong or the session has
-- ended.
CREATE FUNCTION "changePassword"("inSession" text, proof text, "newHash" text,
  OUT "isProven" boolean, OUT "lockedSeconds" int)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  "ofUser" text;
BEGIN
  SELECT v."userId", v."lockedSeconds" INTO "ofUser", "lockedSeconds"
  FROM "Session" s JOIN "User" u ON u.id = s."userId", "verifyPassword"(u."emailKey", proof) v WHERE s.id = "inSession";
  "isProven" := "ofUser" IS NOT NULL AND EXISTS (SELECT FROM "Session" WHERE id = "inSession" AND "revokedAt" IS NULL);
  IF "isProven" AND "newHash" IS NOT NULL THEN PERFORM "setPassword"("ofUser", "newHash", "inSession"); END IF;
END $$;

CREATE FUNCTION "erasePassword"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."passwordHash" := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER "erasePassword" BEFORE UPDATE OF "erasedAt" ON "User"
  FOR EACH ROW WHEN (NEW."erasedAt" IS NOT NULL) EXECUTE FUNCTION "erasePassword"();

-- What was revoked stays revoked.
CREATE FUNCTION "staysRevoked"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a revoked credential stays revoked' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER "staysRevoked" BEFORE UPDATE ON "Session" FOR EACH ROW
  WHEN (OLD."revokedAt" IS NOT NULL AND NEW."revokedAt" IS DISTINCT FROM OLD."revokedAt") EXECUTE FUNCTION "staysRevoked"();
CREATE TRIGGER "staysRevoked" BEFORE UPDATE ON "ApiKey" FOR EACH ROW
  WHEN (OLD."revokedAt" IS NOT NULL AND NEW."revokedAt" IS DISTINCT FROM OLD."revokedAt") EXECUTE FUNCTION "staysRevoked"();
CREATE TRIGGER "staysRevoked" BEFORE UPDATE ON "AttorneyToken" FOR EACH ROW
  WHEN (OLD."revokedAt" IS NOT NULL AND NEW."revokedAt" IS DISTINCT FROM OLD."revokedAt") EXECUTE FUNCTION "staysRevoked"();

-- A session that was not used for 30 days has ended, and so has one that is 90 days old.
CREATE FUNCTION "sessionOf"(token bytea)
RETURNS TABLE (id text, "organizationId" text, "user" json, stale boolean) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT s.id, u."organizationId", json_build_object('id', u.id, 'role', u.role), s."lastUsedAt" < now() - interval '1 hour'
  FROM "Session" s JOIN "User" u ON u.id = s."userId"
  WHERE s.hash = token AND s."revokedAt" IS NULL AND u."organizationId" IS NOT NULL
    AND s."lastUsedAt" > now() - interval '30 days' AND s."createdAt" > now() - interval '90 days';
$$;

CREATE FUNCTION "apiKeyOf"(token bytea) RETURNS TABLE (id text, "organizationId" text, mode text, scopes text[]) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT id, "organizationId", mode, scopes FROM "ApiKey"
  WHERE hash = token AND "revokedAt" IS NULL AND coalesce("expiresAt" > now(), true);
$$;

CREATE FUNCTION "attorneyTokenOf"(token bytea) RETURNS TABLE (id text, "attorneyId" text) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, u.id FROM "AttorneyToken" t JOIN "User" u ON u.id = t."userId"
  WHERE t.hash = token AND t."revokedAt" IS NULL AND coalesce(t."expiresAt" > now(), true) AND u.role = 'attorney';
$$;
