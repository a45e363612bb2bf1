-- AlterTable
ALTER TABLE "Mail" ADD COLUMN     "givenUpAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "Mail_givenUpAt_idx" ON "Mail"("givenUpAt");
