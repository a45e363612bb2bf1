-- A proven address verifies an organization, unless operators withhold it: neither undoes the other.

ALTER TABLE "Organization"
  ADD COLUMN "addressProven" BOOLEAN NOT NULL DEFAULT false,
  ADD COLUMN "withheld" BOOLEAN NOT NULL DEFAULT false;
UPDATE "Organization" SET "addressProven" = verified;

-- Sets a password by a link, and ends the lock of the address. Whoever resets the password of an owner has read the mail to
-- their address. False if the link cannot be used.
CREATE OR REPLACE FUNCTION "resetPassword"(link bytea, "newHash" text) RETURNS boolean
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
    IF EXISTS (SELECT FROM "Organization" WHERE id = "ofUser"."organizationId" AND NOT "addressProven") THEN
      DELETE FROM "Passkey" WHERE "userId" = "ofUser".id;
      DELETE FROM "Totp" WHERE "userId" = "ofUser".id;
      DELETE FROM "RecoveryCode" WHERE "userId" = "ofUser".id;
    END IF;
    UPDATE "Organization" SET "addressProven" = true, verified = NOT withheld WHERE id = "ofUser"."organizationId";
  END IF;
  RETURN true;
END $$;

-- Verifies the organization of an owner by a link that was mailed to them.
CREATE OR REPLACE FUNCTION "proveAddress"(link bytea, "ofUser" text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  owned text := (SELECT "organizationId" FROM "User" WHERE id = "ofUser" AND role = 'owner');
BEGIN
  -- The organization first, like every other transaction that locks it.
  PERFORM FROM "Organization" WHERE id = owned FOR NO KEY UPDATE;
  DELETE FROM "AddressLink" WHERE hash = link AND "userId" = "ofUser" AND "createdAt" > now() - interval '7 days';
  IF NOT FOUND OR owned IS NULL THEN RETURN false; END IF;
  UPDATE "Organization" SET "addressProven" = true, verified = NOT withheld WHERE id = owned;
  RETURN true;
END $$;
