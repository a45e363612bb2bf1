-- A PDF that nobody opens without a password: a gate warns of it -----------------------------------------------------------

ALTER TABLE "Document" ADD COLUMN "needsPassword" BOOLEAN NOT NULL DEFAULT false;
