-- CreateIndex
CREATE INDEX "Case_mode_state_failedStep_retryAt_idx" ON "Case"("mode", "state", "failedStep", "retryAt");
