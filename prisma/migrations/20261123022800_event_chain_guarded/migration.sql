-- The chain was made while older processes ran: what they recorded between its backfill and its triggers has no link.
-- Nobody records until this is done, and who comes later has the triggers.
LOCK TABLE "CaseEvent", "TenantDataView" IN SHARE ROW EXCLUSIVE MODE;

DO $$
DECLARE
  place record;
  head "ChainHead";
  e "CaseEvent";
  v "TenantDataView";
BEGIN
  FOR place IN
    SELECT * FROM (
      SELECT "caseId", "createdAt", sequence, id, false AS "isRead" FROM "CaseEvent"
      UNION ALL SELECT "caseId", "createdAt", NULL, id, true FROM "TenantDataView"
    ) r
    WHERE NOT EXISTS (SELECT FROM "ChainLink" l WHERE l."caseId" = r."caseId" AND l."eventId" = r.id)
    ORDER BY "caseId", "createdAt", sequence NULLS LAST, id
  LOOP
    head := "takeHead"(place."caseId");
    IF place."isRead" THEN
      SELECT * INTO v FROM "TenantDataView" WHERE id = place.id;
      e := NULL;
      e.id := v.id;
      e."caseId" := v."caseId";
      e."createdAt" := v."createdAt";
      e.action := 'tenant_data_viewed';
      e.internal := true;
      head := "addLink"(head, e, sha256(convert_to("canonicalJson"(
        jsonb_build_object('actorType', v."actorType", 'actor', v.actor, 'what', v.what)), 'UTF8')));
    ELSE
      SELECT * INTO e FROM "CaseEvent" WHERE id = place.id;
      head := "addLink"(head, e, sha256(convert_to(concat(e.salt, "canonicalJson"(e.detail)), 'UTF8')));
    END IF;
    PERFORM "moveHead"(head);
  END LOOP;
END $$;

-- The head of a chain begins before its first link, moves forward to a link that is there, and goes with the shell of a
-- sandbox case.
CREATE FUNCTION "head_follows"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public AS $$
DECLARE
  allowed boolean := false;
BEGIN
  IF TG_OP = 'INSERT' THEN
    allowed := NEW.position = 0 AND NEW.hash = decode(repeat('00', 32), 'hex');
  ELSIF TG_OP = 'UPDATE' THEN
    allowed := NEW."caseId" = OLD."caseId" AND NEW.position > OLD.position AND EXISTS (
      SELECT FROM "ChainLink" l WHERE l."caseId" = NEW."caseId" AND l.position = NEW.position AND l.hash = NEW.hash);
  ELSIF TG_OP = 'DELETE' THEN
    allowed := EXISTS (SELECT FROM "Case" c
      WHERE c.id = OLD."caseId" AND c."erasedAt" IS NOT NULL AND c.mode = 'test');
  END IF;
  IF allowed THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  RAISE EXCEPTION '"ChainHead" follows the links of its chain' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "head_follows" BEFORE INSERT OR UPDATE OR DELETE ON "ChainHead"
  FOR EACH ROW EXECUTE FUNCTION "head_follows"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "ChainHead" FOR EACH STATEMENT EXECUTE FUNCTION "head_follows"();
