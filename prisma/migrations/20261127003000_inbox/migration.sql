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
  "isMailed" BOOLEAN NOT NULL DEFAULT false,
  "content" BYTEA,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  -- Without bytes it is a file that was refused.
  CHECK (("refused" IS NULL) = ("content" IS NOT NULL) AND ("refused" IS NULL) = ("contentType" IS NOT NULL))
);
-- As it is: a part is read without the rest.
ALTER TABLE "IntakeFile" ALTER COLUMN "content" SET STORAGE EXTERNAL;
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

-- The messages that were taken, by a hash: one that is sent again adds nothing.
CREATE TABLE "MailedMessage" (
  "hash" BYTEA NOT NULL PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX "MailedMessage_organizationId_idx" ON "MailedMessage"("organizationId");
CREATE INDEX "MailedMessage_createdAt_idx" ON "MailedMessage"("createdAt");

CREATE CONSTRAINT TRIGGER "audit_mail_in_address_created_INSERT" AFTER INSERT ON "MailInAddress"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "audit"('mail_in_address_created', 'id,mode,lastFour');
CREATE CONSTRAINT TRIGGER "audit_mail_in_address_revoked_DELETE" AFTER DELETE ON "MailInAddress"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "audit"('mail_in_address_revoked', 'id,mode,lastFour');

-- Whether an inbox has room for more files, of an organization that still has an account. What fills, empties or erases it
-- waits until this transaction has ended, so that the answer stays true.
CREATE FUNCTION "hasIntakeRoom"("ofOrganization" text, "ofMode" text, files int, bytes int, "mostFiles" int, "mostBytes" bigint)
RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  PERFORM FROM "Organization" WHERE id = "ofOrganization" FOR KEY SHARE;
  PERFORM pg_advisory_xact_lock(hashtextextended('inbox ' || "ofOrganization" || ' ' || "ofMode", 0));
  RETURN EXISTS (SELECT FROM "User" WHERE "organizationId" = "ofOrganization" AND "erasedAt" IS NULL)
    AND (SELECT count(*) + files <= "mostFiles" AND coalesce(sum("sizeBytes") FILTER (WHERE content IS NOT NULL), 0) + bytes <= "mostBytes"
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

-- Keeps the files of a message, all or none: `kept`, also where it was kept before, `full` or `unknown`. A file that was
-- refused is kept by its name alone; the bytes of the others are one after the other.
CREATE FUNCTION "keepMailedFiles"(address bytea, live boolean, "verifiedOnly" boolean, "mostFiles" int, "mostBytes" jsonb,
  files jsonb, message bytea, bytes bytea)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  a "MailInAddress";
BEGIN
  -- First the organization, as an erasure does, so that neither waits for the other in a circle. Afterwards its address
  -- is gone, and one that is being revoked too.
  PERFORM FROM "Organization"
    WHERE id = (SELECT "organizationId" FROM "openMailInAddress"(address, live, "verifiedOnly")) FOR KEY SHARE;
  SELECT * INTO a FROM "MailInAddress"
    WHERE id = (SELECT id FROM "openMailInAddress"(address, live, "verifiedOnly")) FOR KEY SHARE;
  IF a.id IS NULL THEN
    RETURN 'unknown';
  END IF;
  INSERT INTO "MailedMessage" (hash, "organizationId") VALUES (message, a."organizationId") ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RETURN 'kept';
  ELSIF NOT "hasIntakeRoom"(a."organizationId", a.mode, jsonb_array_length(files), octet_length(bytes), "mostFiles",
    ("mostBytes" ->> a.mode)::bigint) THEN
    DELETE FROM "MailedMessage" WHERE hash = message;
    RETURN 'full';
  END IF;
  INSERT INTO "IntakeFile" (id, "organizationId", mode, filename, "contentType", "contentHash", "sizeBytes", "needsPassword",
      refused, "isMailed", content)
    SELECT 'inf_' || gen_random_uuid(), a."organizationId", a.mode, f ->> 'filename', f ->> 'contentType', f ->> 'contentHash',
      (f ->> 'sizeBytes')::int, (f ->> 'needsPassword')::boolean, f ->> 'refused', true,
      CASE WHEN f ->> 'refused' IS NULL THEN substring(bytes FROM (f ->> 'offset')::int + 1 FOR (f ->> 'sizeBytes')::int) END
    FROM jsonb_array_elements(files) f;
  UPDATE "MailInAddress" SET "lastUsedAt" = now()
    WHERE id = a.id AND coalesce("lastUsedAt" < now() - interval '1 hour', true);
  RETURN 'kept';
END $$;
