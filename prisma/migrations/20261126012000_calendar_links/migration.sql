-- Calendars by a secret address.

CREATE TABLE "CalendarLink" (
  "id" TEXT NOT NULL PRIMARY KEY,
  "hash" BYTEA NOT NULL,
  "lastFour" TEXT NOT NULL,
  "organizationId" TEXT REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "userId" TEXT REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE,
  "mode" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastUsedAt" TIMESTAMPTZ(3),
  -- Without an organization it is an attorney's, whose cases are live.
  CHECK ("organizationId" IS NOT NULL OR "userId" IS NOT NULL AND "mode" = 'live')
);
CREATE UNIQUE INDEX "CalendarLink_hash_key" ON "CalendarLink"("hash");
CREATE INDEX "CalendarLink_organizationId_mode_idx" ON "CalendarLink"("organizationId", "mode");
CREATE INDEX "CalendarLink_userId_idx" ON "CalendarLink"("userId");

-- The cases of a calendar.
CREATE INDEX "Case_with_deadlines_idx" ON "Case"("organizationId", "mode")
  WHERE "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn') AND "deadlines" <> '[]';

CREATE CONSTRAINT TRIGGER "audit_calendar_link_created_INSERT" AFTER INSERT ON "CalendarLink"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "audit"('calendar_link_created', 'id,mode,lastFour');
CREATE CONSTRAINT TRIGGER "audit_calendar_link_revoked_DELETE" AFTER DELETE ON "CalendarLink"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "audit"('calendar_link_revoked', 'id,mode,lastFour');
