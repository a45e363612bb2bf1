-- How mail about cases comes, and in what time zone.

ALTER TABLE "Organization" ADD COLUMN "timeZone" TEXT;
ALTER TABLE "User" ADD COLUMN "mailPreferences" JSONB NOT NULL DEFAULT '{}';
ALTER TABLE "Mail" ADD COLUMN "notBefore" TIMESTAMPTZ(3);
CREATE INDEX "Mail_digest_idx" ON "Mail"("recipient") WHERE "notBefore" IS NOT NULL AND "dueAt" IS NOT NULL;

-- The next 08:00 in a time zone. A decision records the mails that it causes: a zone that only the gateway knows must not
-- make it fail.
CREATE FUNCTION "nextDigest"(after timestamptz, zone text) RETURNS timestamptz LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN ((after AT TIME ZONE zone - interval '8 hours')::date + 1 + time '08:00') AT TIME ZONE zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN "nextDigest"(after, 'America/New_York');
END $$;
