-- What is played on a sandbox case never reaches a live one, whoever writes the command.
CREATE FUNCTION "keepSimulations"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM "Case" c WHERE c.id = NEW."caseId" AND c.mode = 'test') THEN
    RAISE EXCEPTION 'only a test case is simulated' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "keepSimulations" BEFORE INSERT ON "Command" FOR EACH ROW
  WHEN (NEW.kind = 'simulate') EXECUTE FUNCTION "keepSimulations"();
