-- The open cases that operators may have to look at, newest first: on hold, or with a failed step or mail.
CREATE INDEX "Case_for_operators_idx" ON "Case"("createdAt" DESC, "id" DESC)
  WHERE ("state" = 'on_hold' OR "failedStep" IS NOT NULL) AND "state" NOT IN ('resolved', 'closed', 'withdrawn');
