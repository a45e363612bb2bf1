-- AlterTable
ALTER TABLE "CaseEvent" ADD COLUMN     "feedPosition" BIGINT,
ADD COLUMN     "mode" TEXT,
ADD COLUMN     "organizationId" TEXT;

-- CreateTable
CREATE TABLE "EventFeed" (
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "lastPosition" BIGINT NOT NULL,

    CONSTRAINT "EventFeed_pkey" PRIMARY KEY ("organizationId","mode")
);

-- AddForeignKey
ALTER TABLE "EventFeed" ADD CONSTRAINT "EventFeed_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema of Prisma has no words for --------------------------------------------------------------------------

-- Events that were recorded before get their places by time. The history is append-only for everything else.
ALTER TABLE "CaseEvent" DISABLE TRIGGER "append_only";
UPDATE "CaseEvent" e SET "organizationId" = f."organizationId", "mode" = f."mode", "feedPosition" = f.position
FROM (
  SELECT e.id, c."organizationId", c.mode,
    row_number() OVER (PARTITION BY c."organizationId", c.mode ORDER BY e."createdAt", e."caseId", e.sequence) AS position
  FROM "CaseEvent" e JOIN "Case" c ON c.id = e."caseId" WHERE NOT e.internal
) f WHERE f.id = e.id;
ALTER TABLE "CaseEvent" ENABLE TRIGGER "append_only";
INSERT INTO "EventFeed" ("organizationId", "mode", "lastPosition")
  SELECT "organizationId", "mode", max("feedPosition") FROM "CaseEvent" WHERE NOT "internal" GROUP BY 1, 2;

-- No writer forgets the feed.
ALTER TABLE "CaseEvent" ADD CONSTRAINT "CaseEvent_feed_check" CHECK (
  "internal" = ("feedPosition" IS NULL) AND "internal" = ("organizationId" IS NULL) AND "internal" = ("mode" IS NULL));

-- A page of the feed is read in the order of one of these: of all events, or of one kind.
CREATE UNIQUE INDEX "CaseEvent_feed" ON "CaseEvent"("organizationId", "mode", "feedPosition") WHERE NOT "internal";
CREATE INDEX "CaseEvent_feed_of_action" ON "CaseEvent"("organizationId", "mode", "action", "feedPosition")
  WHERE NOT "internal";
