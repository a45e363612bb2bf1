ALTER TABLE "Session"
  ADD COLUMN "network" TEXT,
  ADD COLUMN "device" TEXT,
  ADD COLUMN "pending" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "ApiKey"
  ADD COLUMN "name" TEXT,
  ADD COLUMN "scopes" TEXT[] DEFAULT ARRAY['read', 'write', 'submit']::TEXT[],
  ADD COLUMN "createdById" TEXT,
  ADD COLUMN "lastUsedAt" TIMESTAMPTZ(3),
  ADD COLUMN "expiresAt" TIMESTAMPTZ(3);
-- Housekeeping deletes them long after their end.
CREATE INDEX "ApiKey_expiresAt_idx" ON "ApiKey"("expiresAt") WHERE "expiresAt" IS NOT NULL;

ALTER TABLE "WebhookEndpoint" ADD COLUMN "previousSecret" BYTEA, ADD COLUMN "previousUntil" TIMESTAMPTZ(3);

CREATE TABLE "Passkey" (
    "id" TEXT NOT NULL,
    "credentialId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "signCount" BIGINT NOT NULL,
    "transports" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "Totp" (
    "userId" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmedAt" TIMESTAMPTZ(3),
    "lastStep" BIGINT,

    CONSTRAINT "Totp_pkey" PRIMARY KEY ("userId")
);

CREATE TABLE "RecoveryCode" (
    "userId" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("userId","hash")
);

CREATE TABLE "AddressLink" (
    "hash" BYTEA NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AddressLink_pkey" PRIMARY KEY ("hash")
);

CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey"("credentialId");

CREATE INDEX "Passkey_userId_idx" ON "Passkey"("userId");

CREATE INDEX "AddressLink_userId_idx" ON "AddressLink"("userId");

CREATE INDEX "AddressLink_createdAt_idx" ON "AddressLink"("createdAt");

ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Totp" ADD CONSTRAINT "Totp_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "AddressLink" ADD CONSTRAINT "AddressLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Links by which attorneys set their first password last longer than those of a reset.
ALTER TABLE "PasswordReset" ADD COLUMN "validHours" INTEGER NOT NULL DEFAULT 1;

-- Every token ends; those that had no end get 90 days from now.
UPDATE "AttorneyToken" SET "expiresAt" = now() + interval '90 days' WHERE "expiresAt" IS NULL AND "revokedAt" IS NULL;
CREATE INDEX "AttorneyToken_expiresAt_idx" ON "AttorneyToken"("expiresAt");

-- A PDF that nobody opens without a password: a gate warns of it.
ALTER TABLE "Document" ADD COLUMN "needsPassword" BOOLEAN NOT NULL DEFAULT false;

-- Single sign-on -----------------------------------------------------------------------------------------------------------

CREATE TABLE "SingleSignOn" (
  "organizationId" TEXT PRIMARY KEY REFERENCES "Organization" ON DELETE CASCADE ON UPDATE CASCADE,
  "issuer" TEXT NOT NULL,
  "clientId" TEXT NOT NULL,
  "clientSecret" BYTEA NOT NULL,
  "domain" TEXT NOT NULL,
  "proof" TEXT NOT NULL,
  "provenAt" TIMESTAMPTZ(3),
  "localPasswords" BOOLEAN NOT NULL DEFAULT true,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- A domain is proven by one organization at a time. Without a proof its claim keeps nobody from it.
CREATE UNIQUE INDEX "SingleSignOn_domain" ON "SingleSignOn" ("domain") WHERE "provenAt" IS NOT NULL;
CREATE TRIGGER "keepIdentity" BEFORE UPDATE OF "organizationId" ON "SingleSignOn"
  FOR EACH ROW EXECUTE FUNCTION "keepIdentity"();

ALTER TABLE "User" ADD COLUMN "ssoHash" BYTEA;
CREATE UNIQUE INDEX "User_organizationId_ssoHash_key" ON "User" ("organizationId", "ssoHash");

-- Mail about accounts ---------------------------------------------------------------------------------------------------

-- Records the mail about a change to an account: to the user with this id, or to the owners of the organization.
CREATE FUNCTION "notifyAccount"("of" text, change text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "Mail" (id, kind, recipient, payload)
  SELECT 'mail_' || gen_random_uuid(), 'account_notice', email,
    jsonb_build_object('change', change, 'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'))
  FROM "User" WHERE (id = "of" OR ("organizationId" = "of" AND role = 'owner')) AND "erasedAt" IS NULL
$$;

-- The first user of an organization is mailed a link that proves the address; owners hear of every other one.
CREATE FUNCTION "announceUser"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM "User" WHERE "organizationId" = NEW."organizationId") THEN
    PERFORM "notifyAccount"(NEW."organizationId", 'member_joined');
  ELSE
    INSERT INTO "Mail" (id, kind, recipient, payload)
    VALUES ('mail_' || gen_random_uuid(), 'address_confirmation', NEW.email, jsonb_build_object('userId', NEW.id));
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "announceUser" BEFORE INSERT ON "User"
  FOR EACH ROW WHEN (NEW."passwordHash" IS NOT NULL AND NEW."organizationId" IS NOT NULL) EXECUTE FUNCTION "announceUser"();

CREATE FUNCTION "announcePassword"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM "notifyAccount"(NEW.id, 'password_changed');
  RETURN NULL;
END $$;
CREATE TRIGGER "announcePassword" AFTER UPDATE OF "passwordHash" ON "User"
  FOR EACH ROW WHEN (OLD."passwordHash" <> NEW."passwordHash") EXECUTE FUNCTION "announcePassword"();

-- A device in a network, unless it is the first or one that has signed in before.
CREATE FUNCTION "announceDevice"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF (SELECT count(*) > 0 AND NOT coalesce(bool_or((device, network) IS NOT DISTINCT FROM (NEW.device, NEW.network)), false)
      FROM "Session" WHERE "userId" = NEW."userId" AND id <> NEW.id AND NOT pending) THEN
    PERFORM "notifyAccount"(NEW."userId", 'new_device');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "announceDevice" AFTER INSERT OR UPDATE OF pending ON "Session"
  FOR EACH ROW WHEN (NOT NEW.pending) EXECUTE FUNCTION "announceDevice"();

-- Credentials ---------------------------------------------------------------------------------------------------------

-- No process reads the hash of a credential. These functions compare it, and belong to a role that nobody logs in as:
-- packages/store/src/roles/credentials.ts has its privileges, and says which process calls which function. `pg_temp` is
-- the last of their search path: a temporary table of the caller is not taken for ours.

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
-- A member of an organization without local passwords has none: a right one counts as wrong.
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
  SELECT id INTO "userId" FROM "User" u WHERE "emailKey" = "ofAddress"
    AND sha256(convert_to("passwordHash", 'UTF8')) = sha256(convert_to(proof, 'UTF8'))
    AND (role = 'owner' OR NOT EXISTS (SELECT FROM "SingleSignOn" s
      WHERE s."organizationId" = u."organizationId" AND NOT s."localPasswords")) FOR SHARE;
  UPDATE "RateLimit" SET hits = CASE WHEN "userId" IS NULL
    THEN guesses[greatest(1, cardinality(guesses) - 3):] || clock_timestamp() ELSE '{}' END
  WHERE key = "guessesAt"("ofAddress");
END $$;

CREATE FUNCTION "hasSecondFactor"("ofUser" text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM "Passkey" WHERE "userId" = "ofUser")
    OR EXISTS (SELECT FROM "Totp" WHERE "userId" = "ofUser" AND "confirmedAt" IS NOT NULL)
$$;

-- `isPending` while the second factor is awaited: the token is a ticket then.
CREATE FUNCTION "addSession"("ofUser" text, token bytea, network text, device text, "isPending" boolean DEFAULT false)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO "Session" (id, hash, "userId", network, device, pending)
  VALUES ('ses_' || gen_random_uuid(), token, "ofUser", nullif(network, ''), nullif(device, ''), "isPending");
$$;

-- Opens a session for the user with this address and password, or takes the ticket of one who owes a second factor.
-- Attorneys sign in as attorneys, and customers as customers.
CREATE FUNCTION "openSession"("ofAddress" text, proof text, token bytea, ticket bytea, network text, device text,
  "asAttorney" boolean, OUT "userId" text, OUT "lockedSeconds" int, OUT "isPending" boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  "isPending" := false;
  SELECT v."userId", v."lockedSeconds" INTO "userId", "lockedSeconds" FROM "verifyPassword"("ofAddress", proof) v;
  SELECT id INTO "userId" FROM "User" WHERE id = "userId" AND (role = 'attorney') = "asAttorney";
  IF "userId" IS NULL THEN RETURN; END IF;
  "isPending" := "hasSecondFactor"("userId");
  PERFORM "addSession"("userId", CASE WHEN "isPending" THEN ticket ELSE token END, network, device, "isPending");
END $$;

-- Who has shown a right password and owes the second factor, by the ticket; for five minutes.
CREATE FUNCTION "pendingSignInOf"(ticket bytea) RETURNS TABLE ("userId" text) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT "userId" FROM "Session"
  WHERE hash = ticket AND pending AND "revokedAt" IS NULL AND "createdAt" > now() - interval '5 minutes';
$$;

-- Turns the ticket into a session. False if it is used or over.
CREATE FUNCTION "completeSignIn"(ticket bytea, "ofUser" text, token bytea, method text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  UPDATE "Session" SET hash = token, pending = false, "lastUsedAt" = now()
  WHERE hash = ticket AND "userId" = "ofUser" AND pending AND "revokedAt" IS NULL
    AND "createdAt" > now() - interval '5 minutes';
  IF NOT FOUND THEN RETURN false; END IF;
  IF method = 'recovery_code' THEN PERFORM "notifyAccount"("ofUser", 'recovery_code_used'); END IF;
  RETURN true;
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

-- Sets a password by a link, and ends the lock of the address. Whoever resets the password of an owner has read the mail to
-- their address. False if the link cannot be used.
CREATE FUNCTION "resetPassword"(link bytea, "newHash" text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  "ofUser" "User";
BEGIN
  SELECT u.* INTO "ofUser" FROM "User" u JOIN "PasswordReset" r ON r."userId" = u.id
  WHERE r.hash = link AND r."usedAt" IS NULL AND r."createdAt" > now() - make_interval(hours => r."validHours");
  IF "ofUser".id IS NULL THEN RETURN false; END IF;
  PERFORM FROM "Organization" WHERE id = "ofUser"."organizationId" FOR NO KEY UPDATE;
  -- The count before the user, as a sign-in locks them. Resets of one user wait for each other: each ends all links.
  DELETE FROM "RateLimit" WHERE key = "guessesAt"("ofUser"."emailKey");
  PERFORM FROM "User" WHERE id = "ofUser".id FOR NO KEY UPDATE;
  UPDATE "PasswordReset" SET "usedAt" = now() WHERE hash = link AND "usedAt" IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM "setPassword"("ofUser".id, "newHash", NULL);
  IF "ofUser".role = 'owner' THEN
    -- Until somebody has read mail at the address, a second factor may be that of a stranger who signed up with it.
    IF EXISTS (SELECT FROM "Organization" WHERE id = "ofUser"."organizationId" AND NOT verified) THEN
      DELETE FROM "Passkey" WHERE "userId" = "ofUser".id;
      DELETE FROM "Totp" WHERE "userId" = "ofUser".id;
      DELETE FROM "RecoveryCode" WHERE "userId" = "ofUser".id;
    END IF;
    UPDATE "Organization" SET verified = true WHERE id = "ofUser"."organizationId";
  END IF;
  RETURN true;
END $$;

-- Verifies the organization of an owner by a link that was mailed to them.
CREATE FUNCTION "proveAddress"(link bytea, "ofUser" text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  owned text := (SELECT "organizationId" FROM "User" WHERE id = "ofUser" AND role = 'owner');
BEGIN
  -- The organization first, like every other transaction that locks it.
  PERFORM FROM "Organization" WHERE id = owned FOR NO KEY UPDATE;
  DELETE FROM "AddressLink" WHERE hash = link AND "userId" = "ofUser" AND "createdAt" > now() - interval '7 days';
  IF NOT FOUND OR owned IS NULL THEN RETURN false; END IF;
  UPDATE "Organization" SET verified = true WHERE id = owned;
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

-- A session that was not used for 30 days has ended, and so has one that is 90 days old. A pending one is none.
CREATE FUNCTION "sessionOf"(token bytea)
RETURNS TABLE (id text, "organizationId" text, "user" json, verified boolean, stale boolean) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT s.id, o.id, json_build_object('id', u.id, 'role', u.role), coalesce(o.verified, false),
    s."lastUsedAt" < now() - interval '1 hour'
  FROM "Session" s JOIN "User" u ON u.id = s."userId" LEFT JOIN "Organization" o ON o.id = u."organizationId"
  WHERE s.hash = token AND NOT s.pending AND s."revokedAt" IS NULL AND (o.id IS NOT NULL OR u.role = 'attorney')
    AND s."lastUsedAt" > now() - interval '30 days' AND s."createdAt" > now() - interval '90 days';
$$;

CREATE FUNCTION "apiKeyOf"(token bytea)
RETURNS TABLE (id text, "organizationId" text, mode text, scopes text[], verified boolean) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT k.id, k."organizationId", k.mode, k.scopes, o.verified
  FROM "ApiKey" k JOIN "Organization" o ON o.id = k."organizationId"
  WHERE k.hash = token AND k."revokedAt" IS NULL AND coalesce(k."expiresAt" > now(), true);
$$;

CREATE FUNCTION "attorneyTokenOf"(token bytea) RETURNS TABLE (id text, "attorneyId" text) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, u.id FROM "AttorneyToken" t JOIN "User" u ON u.id = t."userId"
  WHERE t.hash = token AND t."revokedAt" IS NULL AND u.role = 'attorney'
    AND coalesce(t."expiresAt", t."createdAt" + interval '90 days') > now();
$$;

-- Signs in who an identity provider vouches for, and makes them a member first where they are none: only within the
-- organization, and only for an address of the domain that it has proven.
-- Returns the id of the user, or why there is none.
CREATE FUNCTION "signInBySso"(
  organization TEXT, provider TEXT, subject BYTEA, address TEXT, called TEXT,
  token BYTEA, network TEXT, device TEXT, most_members INT
) RETURNS TEXT LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  key TEXT := lower(address);
  person "User";
BEGIN
  PERFORM FROM "Organization" WHERE id = organization FOR NO KEY UPDATE;
  IF NOT EXISTS (
    SELECT FROM "SingleSignOn" s WHERE s."organizationId" = organization AND s.issuer = provider
      AND s."provenAt" IS NOT NULL AND s.domain = split_part(key, '@', 2)
  ) THEN
    RETURN 'forbidden';
  END IF;
  SELECT * INTO person FROM "User" u WHERE u."organizationId" = organization AND u."ssoHash" = subject FOR UPDATE;
  IF NOT FOUND THEN
    SELECT * INTO person FROM "User" u WHERE u."emailKey" = key FOR UPDATE;
    IF FOUND THEN
      IF person."organizationId" IS DISTINCT FROM organization THEN RETURN 'email_taken'; END IF;
      -- The address has passed to another person.
      IF person."ssoHash" IS NOT NULL THEN RETURN 'forbidden'; END IF;
    ELSE
      IF (SELECT count(*) FROM "User" u WHERE u."organizationId" = organization AND u."erasedAt" IS NULL)
          >= most_members THEN RETURN 'too_many_members'; END IF;
      DELETE FROM "Invitation" i WHERE i."organizationId" = organization AND i."emailKey" = key;
      INSERT INTO "User" (id, "organizationId", name, email, "emailKey", role, "ssoHash")
        VALUES ('usr_' || gen_random_uuid(), organization, called, address, key, 'member', subject)
        ON CONFLICT ("emailKey") DO NOTHING RETURNING * INTO person;
      IF NOT FOUND THEN RETURN 'email_taken'; END IF;
      PERFORM "notifyAccount"(organization, 'member_joined');
    END IF;
  END IF;
  -- Owners keep their password, so that this locks nobody out.
  IF person.role = 'owner' AND "hasSecondFactor"(person.id) THEN RETURN 'forbidden'; END IF;
  UPDATE "User" SET "ssoHash" = subject WHERE id = person.id AND "ssoHash" IS NULL;
  PERFORM "addSession"(person.id, token, network, device);
  RETURN person.id;
END $$;
