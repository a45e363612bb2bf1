-- A PDF that nobody opens without a password: a gate warns of it -----------------------------------------------------------

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

ALTER TABLE "User" ADD COLUMN "ssoHash" BYTEA;
CREATE UNIQUE INDEX "User_organizationId_ssoHash_key" ON "User" ("organizationId", "ssoHash");

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
      UPDATE "User" SET "ssoHash" = subject WHERE id = person.id;
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
  PERFORM "addSession"(person.id, token, network, device);
  RETURN person.id;
END $$;

-- As before, and no member of an organization without local passwords has one: a right one counts as wrong.
CREATE OR REPLACE FUNCTION "verifyPassword"("ofAddress" text, proof text, OUT "userId" text, OUT "lockedSeconds" int)
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

-- Its settings are audited, and stay those of their organization.
CREATE CONSTRAINT TRIGGER "audit_sso_INSERT" AFTER INSERT ON "SingleSignOn" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "audit"('single_sign_on_changed', 'issuer,domain,provenAt,localPasswords');
CREATE CONSTRAINT TRIGGER "audit_sso_UPDATE" AFTER UPDATE ON "SingleSignOn" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION "audit"('single_sign_on_changed', 'issuer,domain,provenAt,localPasswords');
CREATE CONSTRAINT TRIGGER "audit_sso_DELETE" AFTER DELETE ON "SingleSignOn" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "audit"('single_sign_on_removed', 'issuer,domain');
CREATE TRIGGER "keepIdentity" BEFORE UPDATE OF "organizationId" ON "SingleSignOn"
  FOR EACH ROW EXECUTE FUNCTION "keepIdentity"();
