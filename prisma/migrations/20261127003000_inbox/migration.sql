-- Files that wait for a case, and the mail addresses that take them.

CREATE TABLE "IntakeFile" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "mode" TEXT NOT NULL,
  "filename" TEXT NOT NULL,
  "contentType" TEXT,
  "purpose" TEXT,
  "note" TEXT,
  "contentHash" TEXT NOT NULL,
  "sizeBytes" INTEGER NOT NULL,
  "needsPassword" BOOLEAN NOT NULL DEFAULT false,
  "refused" TEXT,
  "mailKey" BYTEA,
  "content" BYTEA,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  -- Without bytes it is a file that was refused.
  CHECK (("refused" IS NULL) = ("content" IS NOT NULL) AND ("refused" IS NULL) = ("contentType" IS NOT NULL))
);
-- As it is: a part is read without the rest.
ALTER TABLE "IntakeFile" ALTER COLUMN "content" SET STORAGE EXTERNAL;
CREATE UNIQUE INDEX "IntakeFile_mailKey_key" ON "IntakeFile"("mailKey");
CREATE INDEX "IntakeFile_organizationId_mode_createdAt_id_idx" ON "IntakeFile"("organizationId", "mode", "createdAt" DESC, "id" DESC);
CREATE INDEX "IntakeFile_createdAt_idx" ON "IntakeFile"("createdAt");

CREATE TABLE "MailInAddress" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "hash" BYTEA NOT NULL,
  "lastFour" TEXT NOT NULL,
  "organizationId" TEXT NOT NULL REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "mode" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "lastUsedAt" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "MailInAddress_hash_key" ON "MailInAddress"("hash");
CREATE INDEX "MailInAddress_organizationId_mode_idx" ON "MailInAddress"("organizationId", "mode");

CREATE CONSTRAINT TRIGGER "audit_mail_in_address_created_INSERT" AFTER INSERT ON "MailInAddress"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "audit"('mail_in_address_created', 'id,mode,lastFour');
CREATE CONSTRAINT TRIGGER "audit_mail_in_address_revoked_DELETE" AFTER DELETE ON "MailInAddress"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "audit"('mail_in_address_revoked', 'id,mode,lastFour');

-- Whether an inbox has room for another file. What fills or empties it waits until this transaction has ended, so that the
-- counts are true.
CREATE FUNCTION "hasIntakeRoom"("ofOrganization" text, "ofMode" text, bytes int, "mostFiles" int, "mostBytes" bigint)
RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('inbox ' || "ofOrganization" || ' ' || "ofMode", 0));
  RETURN (SELECT count(*) < "mostFiles" AND coalesce(sum("sizeBytes") FILTER (WHERE content IS NOT NULL), 0) + bytes <= "mostBytes"
    FROM "IntakeFile" WHERE "organizationId" = "ofOrganization" AND mode = "ofMode");
END $$;

-- The address behind a hash, if mail to it is taken now.
CREATE FUNCTION "openMailInAddress"(address bytea, live boolean, "verifiedOnly" boolean)
RETURNS SETOF "MailInAddress" LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT a.* FROM "MailInAddress" a JOIN "Organization" o ON o.id = a."organizationId"
  WHERE a.hash = address AND (a.mode = 'test' OR live AND (o.verified OR NOT "verifiedOnly"))
$$;

-- Whether mail to an address is taken: all that the process sees that takes mail.
CREATE FUNCTION "takesMail"(address bytea, live boolean, "verifiedOnly" boolean)
RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM "openMailInAddress"(address, live, "verifiedOnly"))
$$;

-- Keeps a file that was mailed: `kept`, also where the same mail has brought it before, `full` or `unknown`. Without bytes it
-- keeps the name of a file that was refused.
CREATE FUNCTION "keepMailedFile"(address bytea, live boolean, "verifiedOnly" boolean, "mostFiles" int, "mostBytes" jsonb,
  file jsonb, "ofMail" bytea, bytes bytea)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  a "MailInAddress";
BEGIN
  SELECT * INTO a FROM "openMailInAddress"(address, live, "verifiedOnly");
  IF a.id IS NULL THEN
    RETURN 'unknown';
  ELSIF NOT "hasIntakeRoom"(a."organizationId", a.mode, coalesce(octet_length(bytes), 0), "mostFiles", ("mostBytes" ->> a.mode)::bigint)
    AND NOT EXISTS (SELECT FROM "IntakeFile" WHERE "mailKey" = "ofMail") THEN
    RETURN 'full';
  END IF;
  INSERT INTO "IntakeFile" (id, "organizationId", mode, filename, "contentType", "contentHash", "sizeBytes", "needsPassword",
      refused, "mailKey", content)
    VALUES ('inf_' || gen_random_uuid(), a."organizationId", a.mode, file ->> 'filename', file ->> 'contentType',
      file ->> 'contentHash', (file ->> 'sizeBytes')::int, (file ->> 'needsPassword')::boolean, file ->> 'refused', "ofMail", bytes)
    ON CONFLICT ("mailKey") DO NOTHING;
  UPDATE "MailInAddress" SET "lastUsedAt" = now()
    WHERE id = a.id AND coalesce("lastUsedAt" < now() - interval '1 hour', true);
  RETURN 'kept';
END $$;
