-- An endpoint that is enabled again is sent what it missed in steps of the outbox worker: the request that enables it
-- ended with its time limit when there was much.
ALTER TABLE "WebhookEndpoint" ADD COLUMN "missedAfter" BIGINT, ADD COLUMN "enabledAt" TIMESTAMPTZ(3);

DROP TRIGGER "catchUp" ON "WebhookEndpoint";
DROP FUNCTION "catchUp"();

-- Where in the feed an endpoint that is enabled again begins: with the last seven days at most, and the newest 20,000
-- events. The feed has the others.
CREATE FUNCTION "beginCatchUp"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  NEW."enabledAt" := clock_timestamp();
  -- One that was disabled before it had everything continues there.
  SELECT greatest(
      least(OLD."missedAfter",
        coalesce(min(e.place) FILTER (WHERE e.at >= least(OLD."failingSince", OLD."disabledAt")) - 1, max(e.place), 0)),
      coalesce(min(e.place) FILTER (WHERE e.at >= now() - interval '7 days') - 1, max(e.place), 0))
    INTO NEW."missedAfter"
    FROM (SELECT "feedPosition" AS place, "createdAt" AS at FROM "CaseEvent"
      WHERE "organizationId" = NEW."organizationId" AND mode = NEW.mode AND NOT internal
      ORDER BY "feedPosition" DESC LIMIT 20000) e;
  RETURN NEW;
END $$;
CREATE TRIGGER "beginCatchUp" BEFORE UPDATE OF "disabledAt" ON "WebhookEndpoint" FOR EACH ROW
  WHEN (OLD."disabledAt" IS NOT NULL AND NEW."disabledAt" IS NULL) EXECUTE FUNCTION "beginCatchUp"();

-- The next step for an endpoint, in the order of the feed: deliveries that failed are attempted once more, and events of
-- the time without deliveries get one. A millisecond apart, so that they leave in this order. True if any is due now.
CREATE FUNCTION "catchUp"("ofEndpoint" text) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  w "WebhookEndpoint";
  seen integer;
  reached bigint;
  "isDue" boolean;
BEGIN
  SELECT * INTO w FROM "WebhookEndpoint"
    WHERE id = "ofEndpoint" AND "missedAfter" IS NOT NULL AND "disabledAt" IS NULL FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  -- Locks no delivery that is being sent.
  WITH missed AS MATERIALIZED (
    SELECT *, now() + row_number() OVER (ORDER BY "feedPosition") * interval '1 ms' AS due FROM (
      SELECT * FROM "CaseEvent" WHERE "organizationId" = w."organizationId" AND mode = w.mode AND NOT internal
        AND "feedPosition" > w."missedAfter" ORDER BY "feedPosition" LIMIT 1000) e
  ), repeated AS (
    UPDATE "WebhookDelivery" d SET status = 'pending', "isLast" = true, "dueAt" = e.due
    FROM missed e WHERE d."eventId" = e.id AND d."endpointId" = w.id AND d.status = 'failed'
    RETURNING d.id
  ), delivery AS (
    INSERT INTO "WebhookDelivery" (id, "eventId", "endpointId", "caseId", body, "dueAt")
    SELECT 'whd_' || gen_random_uuid(), e.id, w.id, e."caseId",
      "messageText"(e.id, 'case.' || e.action, e."caseId", coalesce(e."toState", (
        SELECT b."toState" FROM "CaseEvent" b WHERE b."caseId" = e."caseId" AND b.sequence < e.sequence
          AND b."toState" IS NOT NULL ORDER BY b.sequence DESC LIMIT 1)), e."createdAt", e.detail @> '{"corrected": true}'),
      e.due
    FROM missed e WHERE w.events = '{}' OR 'case.' || e.action = ANY (w.events)
    ON CONFLICT ("eventId", "endpointId") DO NOTHING
    RETURNING id
  )
  SELECT count(*), max("feedPosition"), EXISTS (SELECT FROM repeated) OR EXISTS (SELECT FROM delivery)
    INTO seen, reached, "isDue" FROM missed;
  -- A decision that saw the endpoint disabled may still be about to record its event: for so long it is looked for. The
  -- request that enables, the statement of the decision and this step end long before.
  UPDATE "WebhookEndpoint"
    SET "missedAfter" = CASE WHEN seen = 1000 OR clock_timestamp() < w."enabledAt" + interval '1 minute'
      THEN coalesce(reached, w."missedAfter") END
    WHERE id = w.id;
  RETURN "isDue";
END $$;
