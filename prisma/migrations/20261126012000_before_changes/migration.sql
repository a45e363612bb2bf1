-- What was under review when a live case became a draft again, and when that was: the next review shows what changed
-- since. It goes with the details of the case.
ALTER TABLE "Case" ADD COLUMN "beforeChanges" JSONB;
CREATE FUNCTION "keepBeforeChanges"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW."beforeChanges" := CASE WHEN NEW."erasedAt" IS NULL
    THEN jsonb_build_object('at', to_jsonb(NEW."updatedAt"), 'facts', OLD.facts) END;
  RETURN NEW;
END $$;
CREATE TRIGGER "keepBeforeChanges" BEFORE UPDATE OF state, "erasedAt" ON "Case" FOR EACH ROW
  WHEN (NEW."erasedAt" IS NOT NULL OR NEW.mode = 'live' AND NEW.state = 'draft' AND OLD.state <> 'draft')
  EXECUTE FUNCTION "keepBeforeChanges"();
