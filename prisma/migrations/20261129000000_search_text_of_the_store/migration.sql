-- The store folds what a case is found by, and the question, with one function in TypeScript. Each column has the folded
-- lines of what its writer knows: a decision knows the court's number, and not the facts.

DROP TRIGGER "searchCase" ON "Case";
DROP TRIGGER "searchCaseNumbers" ON "Case";
DROP FUNCTION "searchCase"();
DROP FUNCTION "searchText"(jsonb, text, text);
DROP FUNCTION "foldedText"(text);

DROP INDEX "CaseSearch_keys_idx";
-- Until the facts of a case change, its lines stay as they were folded before, the reference and the number among them.
ALTER TABLE "CaseSearch" RENAME COLUMN text TO facts;
ALTER TABLE "CaseSearch"
  ADD COLUMN reference TEXT,
  ADD COLUMN "courtCaseNumber" TEXT;
ALTER TABLE "CaseSearch" ADD COLUMN text TEXT NOT NULL GENERATED ALWAYS AS
  (facts || coalesce(E'\n' || reference, '') || coalesce(E'\n' || "courtCaseNumber", '')) STORED;
CREATE INDEX "CaseSearch_keys_idx" ON "CaseSearch"
  USING gin ("searchKeys"("organizationId", "mode", "createdAt", "text")) WITH (fastupdate = off);
