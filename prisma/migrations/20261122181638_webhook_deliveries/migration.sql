-- DropIndex
DROP INDEX "WebhookDelivery_endpointId_createdAt_idx";

-- AlterTable
ALTER TABLE "WebhookDelivery" ADD COLUMN     "isLast" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "requestId" TEXT;

-- CreateIndex
CREATE INDEX "WebhookDelivery_endpointId_createdAt_id_idx" ON "WebhookDelivery"("endpointId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_endpointId_status_createdAt_id_idx" ON "WebhookDelivery"("endpointId", "status", "createdAt", "id");
