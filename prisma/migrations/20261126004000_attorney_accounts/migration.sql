-- Links by which attorneys set their first password last longer than those of a reset.
ALTER TABLE "PasswordReset" ADD COLUMN "validHours" INTEGER NOT NULL DEFAULT 1;

-- Every token ends; those that had no end get 90 days from now.
UPDATE "AttorneyToken" SET "expiresAt" = now() + interval '90 days' WHERE "expiresAt" IS NULL AND "revokedAt" IS NULL;
CREATE INDEX "AttorneyToken_expiresAt_idx" ON "AttorneyToken"("expiresAt");

-- Credentials of attorneys: as before, and for them as well ----------------------------------------------------------------

CREATE OR REPLACE FUNCTION "isLinkOpen"(link bytea) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM "PasswordReset"
      WHERE hash = link AND "usedAt" IS NULL AND "createdAt" > now() - make_interval(hours => "validHours"))
    OR EXISTS (SELECT FROM "InvitationLink" l JOIN "Invitation" i ON i.id = l."invitationId"
      WHERE l.hash = link AND i."createdAt" > now() - interval '7 days');
$$;

-- A link lasts as long as it says.
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
    IF EXISTS (SELECT FROM "Organization" WHERE id = "ofUser"."organizationId" AND NOT verified) THEN
      DELETE FROM "Passkey" WHERE "userId" = "ofUser".id;
      DELETE FROM "Totp" WHERE "userId" = "ofUser".id;
      DELETE FROM "RecoveryCode" WHERE "userId" = "ofUser".id;
    END IF;
    UPDATE "Organization" SET verified = true WHERE id = "ofUser"."organizationId";
  END IF;
  RETURN true;
END $$;

-- Attorneys sign in as attorneys, and customers as customers.
DROP FUNCTION "openSession"(text, text, bytea, bytea, text, text);
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

CREATE OR REPLACE FUNCTION "sessionOf"(token bytea)
RETURNS TABLE (id text, "organizationId" text, "user" json, verified boolean, stale boolean) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT s.id, o.id, json_build_object('id', u.id, 'role', u.role), coalesce(o.verified, false),
    s."lastUsedAt" < now() - interval '1 hour'
  FROM "Session" s JOIN "User" u ON u.id = s."userId" LEFT JOIN "Organization" o ON o.id = u."organizationId"
  WHERE s.hash = token AND NOT s.pending AND s."revokedAt" IS NULL AND (o.id IS NOT NULL OR u.role = 'attorney')
    AND s."lastUsedAt" > now() - interval '30 days' AND s."createdAt" > now() - interval '90 days';
$$;

CREATE OR REPLACE FUNCTION "attorneyTokenOf"(token bytea) RETURNS TABLE (id text, "attorneyId" text) ROWS 1
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT t.id, u.id FROM "AttorneyToken" t JOIN "User" u ON u.id = t."userId"
  WHERE t.hash = token AND t."revokedAt" IS NULL AND u.role = 'attorney'
    AND coalesce(t."expiresAt", t."createdAt" + interval '90 days') > now();
$$;
