-- Mail that is sent alone, such as a reset of a password, does not wait behind the digests of a morning.
CREATE INDEX "Mail_alone_due_idx" ON "Mail"("dueAt", "id") WHERE "dueAt" IS NOT NULL AND "notBefore" IS NULL;
CREATE INDEX "Mail_digest_due_idx" ON "Mail"("dueAt", "id") WHERE "dueAt" IS NOT NULL AND "notBefore" IS NOT NULL;
