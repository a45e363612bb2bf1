-- A command is a row, and the row of a case is the only place where it is decided.
CREATE TABLE "Command" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "writtenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "outcome" JSONB,

    CONSTRAINT "Command_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Command_caseId_idx" ON "Command"("caseId");
ALTER TABLE "Command" ADD CONSTRAINT "Command_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

DROP TABLE "AttorneyCommand";
DROP TABLE "OperatorCommand";
DROP TABLE "CustomerCommand";

ALTER TABLE "Case" ADD COLUMN "version" INTEGER NOT NULL DEFAULT 0;

-- What a command says never changes, and neither does what became of it.
CREATE FUNCTION "keepCommand"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW."caseId", NEW.author, NEW."authorId", NEW.kind, NEW.body)
      IS DISTINCT FROM (OLD.id, OLD."caseId", OLD.author, OLD."authorId", OLD.kind, OLD.body)
    OR OLD.outcome IS NOT NULL AND NEW.outcome IS DISTINCT FROM OLD.outcome
  THEN
    RAISE EXCEPTION 'a command and its outcome do not change';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "keepCommand" BEFORE UPDATE ON "Command" FOR EACH ROW EXECUTE FUNCTION "keepCommand"();

-- Who may write whose commands is said where the roles are made. The owner is not bound by it.
ALTER TABLE "Command" ENABLE ROW LEVEL SECURITY;
