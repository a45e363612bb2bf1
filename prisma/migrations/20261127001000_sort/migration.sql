-- The list by the time of the last change, of each ground and state.
CREATE INDEX "Case_ground_state_changed_idx"
  ON "Case"("organizationId", "mode", "ground", "state", "updatedAt" DESC, "id" DESC) WHERE "erasedAt" IS NULL;

-- What is next in the open cases of an organization: those that wait for it, and their charges that are due.
CREATE INDEX "Case_waits_for_customer_idx" ON "Case"("organizationId", "mode", "updatedAt" DESC, "id" DESC)
  WHERE "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn') AND "nextAction" ->> 'by' = 'customer';
CREATE INDEX "Charge_due_idx" ON "Charge"("caseId") WHERE "state" = 'due';
