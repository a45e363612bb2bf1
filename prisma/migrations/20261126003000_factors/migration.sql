-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "pending" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
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

-- CreateTable
CREATE TABLE "Totp" (
    "userId" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmedAt" TIMESTAMPTZ(3),
    "lastStep" BIGINT,

    CONSTRAINT "Totp_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "userId" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("userId","hash")
);

-- CreateTable
CREATE TABLE "AddressLink" (
    "hash" BYTEA NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AddressLink_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey"("credentialId");

-- CreateIndex
CREATE INDEX "Passkey_userId_idx" ON "Passkey"("userId");

-- CreateIndex
CREATE INDEX "AddressLink_userId_idx" ON "AddressLink"("userId");

-- CreateIndex
CREATE INDEX "AddressLink_createdAt_idx" ON "AddressLink"("createdAt");

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Totp" ADD CONSTRAINT "Totp_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AddressLink" ADD CONSTRAINT "AddressLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Records the mail about a change to an account: to the user with this id, or to the owners of the organization.
CREATE FUNCTION "notifyAccount"("of" text, change text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO "Mail" (id, kind, recipient, payload)
  SELECT 'mail_' || gen_random_uuid(), 'account_notice', email,
    jsonb_build_object('change', change, 'at', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'))
  FROM "User" WHERE (id = "of" OR ("organizationId" = "of" AND role = 'owner')) AND "erasedAt" IS NULL
$$;

-- Mail about accounts ---------------------------------------------------------------------------------------------------

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

-- Credentials -----------------------------------------------------------------------------------------------------------

CREATE FUNCTION "hasSecondFactor"("ofUser" text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM "Passkey" WHERE "userId" = "ofUser")
    OR EXISTS (SELECT FROM "Totp" WHERE "userId" = "ofUser" AND "confirmedAt" IS NOT NULL)
$$;

-- As before, and `pending` while the second factor is awaited: the token is a ticket then.
DROP FUNCTION "addSession"(text, bytea, text, text);
CREATE FUNCTION "addSession"("ofUser" text, token bytea, network text, device text, "isPending" boolean DEFAULT false)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO "Session" (id, hash, "userId", network, device, pending)
  VALUES ('ses_' || gen_random_uuid(), token, "ofUser", nullif(network, ''), nullif(device, ''), "isPending");
$$;

-- Opens a session for the user with this address and password, or takes the ticket of one who owes a second factor.
DROP FUNCTION "openSession"(text, text, bytea, text, text);
CREATE FUNCTION "openSession"("ofAddress" text, proof text, token bytea, ticket bytea, network text, device text,
  OUT "userId" text, OUT "lockedSeconds" int, OUT "isPending" boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  SELECT v."userId", v."lockedSeconds" INTO "userId", "lockedSeconds" FROM "verifyPassword"("ofAddress", proof) v;
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

-- As before; and whoever reset the password of an owner has read the mail to their address.
CREATE OR REPLACE FUNCTION "resetPassword"(link bytea, "newHash" text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  "ofUser" "User";
BEGIN
  SELECT u.* INTO "ofUser" FROM "User" u JOIN "PasswordReset" r ON r."userId" = u.id
  WHERE r.hash = link AND r."usedAt" IS NULL AND r."createdAt" > now() - interval '1 hour';
  IF "ofUser".id IS NULL THEN RETURN false; END IF;
  PERFORM FROM "Organization" WHERE id = "ofUser"."organizationId" FOR NO KEY UPDATE;
  -- The count before the user, as a sign-in locks them. Resets of one user wait for each other: each ends all links.
  DELETE FROM "RateLimit" WHERE key = "guessesAt"("ofUser"."emailKey");
  PERFORM FROM "User" WHERE id = "ofUser".id FOR NO KEY UPDATE;
  UPDATE "PasswordReset" SET "usedAt" = now() WHERE hash = link AND "usedAt" IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM "setPassword"("ofUser".id, "newHash", NULL);
  UPDATE "Organization" SET verified = true WHERE id = "ofUser"."organizationId" AND "ofUser".role = 'owner';
  RETURN true;
END $$;

-- As before, with whether the organization is verified; a pending session is none.
DROP FUNCTION "sessionOf"(bytea);
CREATE FUNCTION "sessionOf"(token bytea)
RETURNS TABLE (id text, "organizationId" text, "user" json, verified boolean, stale boolean) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT s.id, u."organizationId", json_build_object('id', u.id, 'role', u.role), o.verified,
    s."lastUsedAt" < now() - interval '1 hour'
  FROM "Session" s JOIN "User" u ON u.id = s."userId" JOIN "Organization" o ON o.id = u."organizationId"
  WHERE s.hash = token AND NOT s.pending AND s."revokedAt" IS NULL
    AND s."lastUsedAt" > now() - interval '30 days' AND s."createdAt" > now() - interval '90 days';
$$;

DROP FUNCTION "apiKeyOf"(bytea);
CREATE FUNCTION "apiKeyOf"(token bytea)
RETURNS TABLE (id text, "organizationId" text, mode text, scopes text[], verified boolean) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT k.id, k."organizationId", k.mode, k.scopes, o.verified
  FROM "ApiKey" k JOIN "Organization" o ON o.id = k."organizationId"
  WHERE k.hash = token AND k."revokedAt" IS NULL AND coalesce(k."expiresAt" > now(), true);
$$;
