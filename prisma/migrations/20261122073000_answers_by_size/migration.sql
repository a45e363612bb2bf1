-- How many bytes the facts of a case take when it is shown, about: a page of cases is cut by it without reading them.
-- Prisma does not know the column, which PostgreSQL keeps by itself.
ALTER TABLE "Case" ADD COLUMN "shownBytes" INTEGER NOT NULL GENERATED ALWAYS AS (
  1024 + octet_length("facts"::text) + octet_length("progress"::text) + octet_length("deadlines"::text)) STORED;

-- The whole history of a case is read in batches, in this order.
CREATE INDEX "CaseEvent_caseId_createdAt_idx" ON "CaseEvent"("caseId", "createdAt");
