-- CreateTable
CREATE TABLE "AttorneyLicense" (
    "attorneyId" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "barNumber" TEXT NOT NULL,

    CONSTRAINT "AttorneyLicense_pkey" PRIMARY KEY ("attorneyId","state")
);

-- CreateIndex
CREATE INDEX "AttorneyLicense_state_idx" ON "AttorneyLicense"("state");

-- AddForeignKey
ALTER TABLE "AttorneyLicense" ADD CONSTRAINT "AttorneyLicense_attorneyId_fkey" FOREIGN KEY ("attorneyId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- One number was known for all states of an attorney.
INSERT INTO "AttorneyLicense" ("attorneyId", state, "barNumber")
SELECT DISTINCT u.id, license.state, coalesce(u."barNumber", '') FROM "User" u, unnest(u."licensedStates") AS license (state);

-- AlterTable
ALTER TABLE "User" DROP COLUMN "licensedStates",
ADD COLUMN     "asksFirst" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Case" ADD COLUMN     "attorneyAccepted" BOOLEAN NOT NULL DEFAULT false;

-- Until now the platform opened every case at once.
UPDATE "Case" SET "attorneyAccepted" = true, record = record || '{"accepted": true}'
WHERE "attorneyId" IS NOT NULL AND "erasedAt" IS NULL;

-- AlterTable
ALTER TABLE "Note" ADD COLUMN     "writtenBy" TEXT;

-- A note of the operators follows an event of their own; every other one of the service is an attorney's.
UPDATE "Note" n SET "writtenBy" = CASE
  WHEN n.author = 'customer' THEN 'customer'
  WHEN EXISTS (SELECT FROM "CaseEvent" e WHERE e."caseId" = n."caseId" AND e.action = 'operator_action'
    AND e.detail ->> 'command' = 'note'
    AND e."createdAt" BETWEEN n."createdAt" - interval '10 seconds' AND n."createdAt" + interval '1 second') THEN 'platform'
  ELSE 'attorney' END;

-- AlterTable
ALTER TABLE "Note" DROP COLUMN "author",
ALTER COLUMN "writtenBy" SET NOT NULL;
