-- Which messages an endpoint gets, and what it missed while it was disabled. Triggers write these deliveries as the owner,
-- so that no process needs the right to make messages up.

-- The types that it was registered for; none: those of all customer-visible events.
ALTER TABLE "WebhookEndpoint" ADD COLUMN "events" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- The bytes of a message: `presentMessage` of packages/store/src/webhooks/message.ts writes the same.
CREATE FUNCTION "messageText"(event text, type text, "ofCase" text, state text, at timestamptz, corrected boolean)
RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, public RETURN
  format('{"id":%s,"type":%s,"caseId":%s,"state":%s,"createdAt":%s%s}', to_json(event), to_json(type), to_json("ofCase"),
    to_json(state), to_json(to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
    CASE WHEN corrected THEN ',"corrected":true' END);

-- Posts what is no event of the interface to the endpoints that asked for its type, which is the argument.
CREATE FUNCTION "postToSubscribers"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  new_row jsonb := to_jsonb(NEW);
BEGIN
  INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body)
  SELECT 'whd_' || gen_random_uuid(), message.id, w.id, c.id,
    "messageText"(message.id, TG_ARGV[0], c.id, c.state, clock_timestamp(), false)
  FROM (SELECT CASE TG_TABLE_NAME WHEN 'CaseEvent' THEN new_row ->> 'id' ELSE 'evt_' || gen_random_uuid() END AS id) message,
    "Case" c JOIN "WebhookEndpoint" w ON w."organizationId" = c."organizationId" AND w.mode = c.mode
  WHERE c.id = CASE TG_TABLE_NAME WHEN 'Case' THEN new_row ->> 'id' ELSE new_row ->> 'caseId' END
    AND c."erasedAt" IS NULL AND w."disabledAt" IS NULL AND w.events @> ARRAY[TG_ARGV[0]]
  FOR KEY SHARE OF w;
  RETURN NULL;
END $$;
CREATE TRIGGER "postNote" AFTER INSERT ON "Note" FOR EACH ROW EXECUTE FUNCTION "postToSubscribers"('case.note_added');
CREATE TRIGGER "postCharge" AFTER INSERT ON "Charge" FOR EACH ROW EXECUTE FUNCTION "postToSubscribers"('case.charge_changed');
CREATE TRIGGER "postChargeState" AFTER UPDATE OF state ON "Charge" FOR EACH ROW
  WHEN (OLD.state IS DISTINCT FROM NEW.state) EXECUTE FUNCTION "postToSubscribers"('case.charge_changed');
CREATE TRIGGER "postDeadlines" AFTER UPDATE OF deadlines ON "Case" FOR EACH ROW
  WHEN (OLD.deadlines IS DISTINCT FROM NEW.deadlines AND NEW."erasedAt" IS NULL)
  EXECUTE FUNCTION "postToSubscribers"('case.deadline_changed');
CREATE TRIGGER "postFact" AFTER INSERT ON "CaseEvent" FOR EACH ROW
  WHEN (NEW.internal AND NEW.action IN
    ('answer_filed', 'transferred', 'payment', 'moved_out', 'writ_signed', 'lockout_executed', 'dismissed'))
  EXECUTE FUNCTION "postToSubscribers"('case.fact_recorded');

-- An endpoint that is enabled again gets what it missed of the last seven days, in the order of the feed: deliveries that
-- failed are attempted once more, and events of the time without deliveries get one. A millisecond apart, so that they
-- leave in this order.
CREATE FUNCTION "catchUp"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  since timestamptz := greatest(least(OLD."failingSince", OLD."disabledAt"), now() - interval '7 days');
BEGIN
  INSERT INTO "WebhookDelivery" AS d (id, "eventId", "endpointId", "caseId", body, "dueAt")
  SELECT 'whd_' || gen_random_uuid(), e.id, NEW.id, e."caseId",
    "messageText"(e.id, 'case.' || e.action, e."caseId", coalesce(e."toState", (
      SELECT b."toState" FROM "CaseEvent" b WHERE b."caseId" = e."caseId" AND b.sequence < e.sequence
        AND b."toState" IS NOT NULL ORDER BY b.sequence DESC LIMIT 1)), e."createdAt", e.detail @> '{"corrected": true}'),
    now() + row_number() OVER (ORDER BY e."feedPosition") * interval '1 ms'
  FROM "CaseEvent" e
  WHERE e."organizationId" = NEW."organizationId" AND e.mode = NEW.mode AND NOT e.internal AND e."createdAt" >= since
    AND (NEW.events = '{}' OR 'case.' || e.action = ANY (NEW.events))
    -- At most the newest 20,000, within the time of a request; the feed has the others.
    AND e."feedPosition" > coalesce((SELECT p."feedPosition" FROM "CaseEvent" p
      WHERE p."organizationId" = NEW."organizationId" AND p.mode = NEW.mode AND NOT p.internal
      ORDER BY p."feedPosition" DESC OFFSET 20000 LIMIT 1), 0)
  ON CONFLICT ("eventId", "endpointId") DO UPDATE
    SET status = 'pending', "dueAt" = excluded."dueAt", "isLast" = true WHERE d.status = 'failed';
  RETURN NULL;
END $$;
CREATE TRIGGER "catchUp" AFTER UPDATE OF "disabledAt" ON "WebhookEndpoint" FOR EACH ROW
  WHEN (OLD."disabledAt" IS NOT NULL AND NEW."disabledAt" IS NULL) EXECUTE FUNCTION "catchUp"();
