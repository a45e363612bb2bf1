-- The sweep asks per endpoint for what is due, oldest first. An order by time over all endpoints is not asked for, and
-- the planner is not to walk the backlog of one endpoint for each other one.
DROP INDEX "WebhookDelivery_dueAt_id_due";
DROP INDEX "WebhookDelivery_endpointId_due";
CREATE INDEX "WebhookDelivery_endpointId_dueAt_due" ON "WebhookDelivery" ("endpointId", "dueAt", id) WHERE "dueAt" IS NOT NULL;
-- How much of an endpoint waits for its first attempt is asked with every event.
CREATE INDEX "WebhookDelivery_endpointId_untried" ON "WebhookDelivery" ("endpointId") WHERE "dueAt" IS NOT NULL AND attempts = 0;
CREATE INDEX "WebhookDelivery_endpointId_postponed" ON "WebhookDelivery" ("endpointId") WHERE attempts = 0 AND "dueAt" > "createdAt";
