-- Cases ---------------------------------------------------------------------------------------------------------------

DROP INDEX "Case_erasedAt_state_updatedAt_idx";
ALTER TABLE "Case" ADD COLUMN "historyDeletedAt" TIMESTAMPTZ(3);

-- The rules of retention about cases: the cases of one mode and state in the order of their last change.
CREATE INDEX "Case_retention_idx" ON "Case"("mode", "state", "updatedAt", "id")
  WHERE "erasedAt" IS NULL AND NOT "legalHold";
CREATE INDEX "Case_erased_histories_idx" ON "Case"("erasedAt", "id")
  WHERE "erasedAt" IS NOT NULL AND "historyDeletedAt" IS NULL;
CREATE INDEX "Case_sandbox_shells_idx" ON "Case"("erasedAt", "id")
  WHERE "erasedAt" IS NOT NULL AND "mode" = 'test' AND "historyDeletedAt" IS NOT NULL;

-- Accounts and erasures -----------------------------------------------------------------------------------------------

ALTER TABLE "User" ADD COLUMN "erasedAt" TIMESTAMPTZ(3);
ALTER TABLE "Erasure" RENAME COLUMN "caseId" TO "subject";

-- Keys of requests are kept as hashes.
UPDATE "IdempotencyKey" SET "key" = encode(sha256(convert_to("scope" || E'\n' || "key", 'UTF8')), 'hex');

-- Rows that housekeeping deletes, by the column whose time counts -----------------------------------------------------

CREATE INDEX "AttorneyToken_revokedAt_idx" ON "AttorneyToken"("revokedAt") WHERE "revokedAt" IS NOT NULL;
CREATE INDEX "Session_revokedAt_idx" ON "Session"("revokedAt") WHERE "revokedAt" IS NOT NULL;
CREATE INDEX "Session_createdAt_idx" ON "Session"("createdAt");
CREATE INDEX "ApiKey_revokedAt_idx" ON "ApiKey"("revokedAt") WHERE "revokedAt" IS NOT NULL;
CREATE INDEX "PasswordReset_usedAt_idx" ON "PasswordReset"("usedAt") WHERE "usedAt" IS NOT NULL;
CREATE INDEX "PasswordReset_createdAt_idx" ON "PasswordReset"("createdAt");
CREATE INDEX "Checkout_closedAt_idx" ON "Checkout"("closedAt") WHERE "paymentId" IS NULL;
