-- Mails that were given up or dropped, which housekeeping deletes: an index that begins with "sentAt" is not read in the
-- order of "createdAt" where "sentAt" is null.
CREATE INDEX "Mail_unsent_createdAt_idx" ON "Mail"("createdAt") WHERE "sentAt" IS NULL AND "attempts" > 0;
