-- CreateTable
CREATE TABLE "TenantDataView" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "actorType" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "TenantDataView_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "TenantDataView_caseId_createdAt_id_idx" ON "TenantDataView"("caseId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "TenantDataView_createdAt_idx" ON "TenantDataView"("createdAt");

-- AddForeignKey
ALTER TABLE "TenantDataView" ADD CONSTRAINT "TenantDataView_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- Reads recorded so far move out of the events. Those of erased cases have lost who read what.
INSERT INTO "TenantDataView" ("id", "caseId", "actorType", "actor", "what", "createdAt")
  SELECT "id", "caseId", "actorType", coalesce("detail"->>'attorneyId', "detail"->>'operator', ''), coalesce("detail"->>'what', ''), "createdAt"
  FROM "CaseEvent" WHERE "action" = 'tenant_data_viewed';
DELETE FROM "CaseEvent" WHERE "action" = 'tenant_data_viewed';
