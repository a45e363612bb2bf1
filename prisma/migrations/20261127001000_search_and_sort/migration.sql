-- A case is found by its reference and the court's number too, and a name by its last word first: each is there twice in
-- a row, so that "garcia ana" is in "ana garcia ana garcia".
CREATE FUNCTION "searchText"(facts jsonb, reference text, "courtCaseNumber" text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN (
  SELECT coalesce(string_agg("foldedText"(line), E'\n'), '') FROM (
    SELECT concat_ws(' ', p ->> 'line1', p ->> 'city', p ->> 'state', p ->> 'zip') FROM (SELECT facts -> 'property') x(p)
    UNION ALL
    SELECT concat_ws(' ', p ->> 'line1', p ->> 'unit', p ->> 'city', p ->> 'state', p ->> 'zip')
    FROM (SELECT facts -> 'property') x(p) WHERE p ->> 'unit' IS NOT NULL
    UNION ALL
    SELECT facts #>> '{property,county}'
    UNION ALL
    SELECT concat_ws(' ', name #>> '{}', name #>> '{}') FROM jsonb_path_query(facts, '$.parties[*].name') name
    UNION ALL
    SELECT reference
    UNION ALL
    SELECT "courtCaseNumber"
  ) lines(line) WHERE line <> '');

CREATE OR REPLACE FUNCTION "searchCase"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NEW."erasedAt" IS NOT NULL THEN
    DELETE FROM "CaseSearch" WHERE "caseId" = NEW.id;
  ELSE
    INSERT INTO "CaseSearch" AS s ("caseId", "organizationId", mode, "createdAt", text)
    VALUES (NEW.id, NEW."organizationId", NEW.mode, NEW."createdAt",
      "searchText"(NEW.facts, NEW.reference, NEW."courtCaseNumber"))
    ON CONFLICT ("caseId") DO UPDATE SET text = EXCLUDED.text WHERE s.text <> EXCLUDED.text;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "searchCaseNumbers" AFTER UPDATE OF reference, "courtCaseNumber" ON "Case" FOR EACH ROW
  WHEN ((OLD.reference, OLD."courtCaseNumber") IS DISTINCT FROM (NEW.reference, NEW."courtCaseNumber"))
  EXECUTE FUNCTION "searchCase"();
DROP FUNCTION "searchText"(jsonb);
UPDATE "CaseSearch" s SET text = "searchText"(c.facts, c.reference, c."courtCaseNumber") FROM "Case" c
WHERE c.id = s."caseId" AND s.text <> "searchText"(c.facts, c.reference, c."courtCaseNumber");

-- The list by the time of the last change, of each ground and state.
CREATE INDEX "Case_ground_state_changed_idx"
  ON "Case"("organizationId", "mode", "ground", "state", "updatedAt" DESC, "id" DESC) WHERE "erasedAt" IS NULL;

-- What is next in the open cases of an organization: those that wait for it, and their charges that are due.
CREATE INDEX "Case_waits_for_customer_idx" ON "Case"("organizationId", "mode", "updatedAt" DESC, "id" DESC)
  WHERE "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn') AND "nextAction" ->> 'by' = 'customer';
CREATE INDEX "Charge_due_idx" ON "Charge"("caseId") WHERE "state" = 'due';
