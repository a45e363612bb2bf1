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

-- The links of a removed member go with the user. These end for good too.
CREATE FUNCTION "endCalendarLinks"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM "CalendarLink" WHERE "userId" = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "endCalendarLinks" AFTER UPDATE OF "erasedAt", verified ON "User" FOR EACH ROW
  WHEN (NEW."erasedAt" IS NOT NULL OR NEW.role = 'attorney' AND NOT NEW.verified) EXECUTE FUNCTION "endCalendarLinks"();

-- The calendar behind a token: no row for one that is unknown or ended. Of so many cases those with the nearest deadline
-- ahead come first, then those with the latest. What an attorney reads is recorded once an hour for each case, as from
-- their list. The public gateway reads cases by this function alone.
CREATE FUNCTION "readCalendar"(token bytea, live boolean, "verifiedOnly" boolean, most int)
RETURNS TABLE ("ofAttorney" boolean, today text, cases jsonb) ROWS 1
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  link "CalendarLink";
BEGIN
  today := to_char(now() AT TIME ZONE 'Pacific/Honolulu', 'YYYY-MM-DD');
  SELECT l.* INTO link FROM "CalendarLink" l
    LEFT JOIN "Organization" o ON o.id = l."organizationId" LEFT JOIN "User" u ON u.id = l."userId"
    WHERE l.hash = token AND (l.mode = 'test' OR live AND coalesce(o.verified OR NOT "verifiedOnly", true))
      AND (o.id IS NOT NULL OR u.role = 'attorney' AND u.verified);
  IF link.id IS NULL THEN
    RETURN;
  END IF;
  UPDATE "CalendarLink" l SET "lastUsedAt" = now()
    WHERE l.id = link.id AND coalesce(l."lastUsedAt" < now() - interval '1 hour', true);
  PERFORM set_config('evict.origin', ("origin"() || jsonb_build_object('credentialId', link.id))::text, true);
  RETURN QUERY WITH theirs AS (
    SELECT c.* FROM "Case" c WHERE c."organizationId" = link."organizationId" AND c.mode = link.mode
      AND c."erasedAt" IS NULL AND c.state NOT IN ('resolved', 'closed', 'withdrawn') AND c.deadlines <> '[]'
    UNION ALL
    SELECT c.* FROM "Case" c WHERE link."organizationId" IS NULL AND c."attorneyId" = link."userId" AND c.mode = 'live'
      AND c."attorneyAccepted" AND EXISTS (SELECT FROM "AttorneyLicense" a
        WHERE a."attorneyId" = link."userId" AND a.state = c.jurisdiction)
      AND c."erasedAt" IS NULL AND c.state NOT IN ('resolved', 'closed', 'withdrawn') AND c.deadlines <> '[]'
  ), shown AS MATERIALIZED (
    SELECT t.id FROM theirs t CROSS JOIN LATERAL (
      SELECT min(d ->> 'date') FILTER (WHERE d ->> 'date' >= today) AS ahead, max(d ->> 'date') AS latest
      FROM jsonb_array_elements(t.deadlines) d) near
    ORDER BY near.ahead NULLS LAST, near.latest DESC, t.id LIMIT most
  ), recorded AS (
    INSERT INTO "TenantDataView" (id, "caseId", "actorType", actor, what)
    SELECT 'evt_' || gen_random_uuid(), s.id, 'attorney', link."userId", 'calendar' FROM shown s
    WHERE link."organizationId" IS NULL AND NOT EXISTS (SELECT FROM "TenantDataView" v WHERE v."caseId" = s.id
      AND v.actor = link."userId" AND v.what = 'calendar' AND v."createdAt" > now() - interval '1 hour')
  )
  SELECT link."organizationId" IS NULL, today, coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'mode', c.mode, 'deadlines', c.deadlines,
    'hearing', c.progress -> 'hearing', 'property', c.facts -> 'property', 'updatedAt', c."updatedAt",
    'label', CASE WHEN link."organizationId" IS NULL THEN c."courtCaseNumber" ELSE c.reference END)), '[]')
  FROM shown s JOIN "Case" c ON c.id = s.id;
END $$;
