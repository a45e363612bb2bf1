-- AlterTable
ALTER TABLE "Mail" ADD COLUMN     "dueAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;

-- AlterTable
ALTER TABLE "WebhookEndpoint" ADD COLUMN     "disabledAt" TIMESTAMPTZ(3),
ADD COLUMN     "failedDeliveries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "failingSince" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "StoredBytes" (
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "StoredBytes_pkey" PRIMARY KEY ("organizationId","mode")
);

-- AddForeignKey
ALTER TABLE "StoredBytes" ADD CONSTRAINT "StoredBytes_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is over is due no more.
UPDATE "Mail" SET "dueAt" = NULL WHERE "sentAt" IS NOT NULL OR "givenUpAt" IS NOT NULL OR failure = 'dropped';

-- Of the many rows, the few that are still to be tried. Prisma does not know partial indexes.
CREATE INDEX "Mail_dueAt_id_due" ON "Mail" ("dueAt", id) WHERE "dueAt" IS NOT NULL;
CREATE INDEX "WebhookDelivery_dueAt_id_due" ON "WebhookDelivery" ("dueAt", id) WHERE "dueAt" IS NOT NULL;
CREATE INDEX "WebhookDelivery_endpointId_due" ON "WebhookDelivery" ("endpointId") WHERE "dueAt" IS NOT NULL;

-- Stored bytes. Statement by statement where rows come or go, so that a statement with many of them adds once. The
-- functions act as their owner: who may store a case need not be able to write the count.

CREATE FUNCTION "addStoredBytes"("inOrganization" text, "inMode" text, added bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  INSERT INTO "StoredBytes" AS s ("organizationId", mode, bytes)
  SELECT "inOrganization", "inMode", added WHERE added <> 0 AND EXISTS (SELECT FROM "Organization" WHERE id = "inOrganization")
  ON CONFLICT ("organizationId", mode) DO UPDATE SET bytes = s.bytes + EXCLUDED.bytes
$$;

CREATE FUNCTION "countCases"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  sign bigint := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  PERFORM "addStoredBytes"("organizationId", mode, sign * sum(octet_length(facts::text)))
    FROM changed GROUP BY "organizationId", mode ORDER BY "organizationId", mode;
  RETURN NULL;
END $$;

CREATE FUNCTION "countFacts"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM "addStoredBytes"(NEW."organizationId", NEW.mode, octet_length(NEW.facts::text) - octet_length(OLD.facts::text));
  RETURN NULL;
END $$;

-- An upload is a document with a purpose; erasure takes the purpose away.
CREATE FUNCTION "countUploads"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  sign bigint := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  PERFORM "addStoredBytes"(c."organizationId", c.mode, sign * sum(d."sizeBytes"))
    FROM changed d JOIN "Case" c ON c.id = d."caseId" WHERE d.purpose IS NOT NULL
    GROUP BY c."organizationId", c.mode ORDER BY c."organizationId", c.mode;
  RETURN NULL;
END $$;

CREATE FUNCTION "countPurpose"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  sign bigint := (NEW.purpose IS NOT NULL)::int - (OLD.purpose IS NOT NULL)::int;
BEGIN
  PERFORM "addStoredBytes"(c."organizationId", c.mode, sign * NEW."sizeBytes") FROM "Case" c WHERE c.id = NEW."caseId";
  RETURN NULL;
END $$;

CREATE TRIGGER "countCasesAdded" AFTER INSERT ON "Case"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "countCases"();
CREATE TRIGGER "countCasesGone" AFTER DELETE ON "Case"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "countCases"();
CREATE TRIGGER "countFactsChanged" AFTER UPDATE OF facts ON "Case" FOR EACH ROW EXECUTE FUNCTION "countFacts"();
CREATE TRIGGER "countUploadsAdded" AFTER INSERT ON "Document"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "countUploads"();
CREATE TRIGGER "countUploadsGone" AFTER DELETE ON "Document"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "countUploads"();
CREATE TRIGGER "countPurposeChanged" AFTER UPDATE OF purpose ON "Document"
  FOR EACH ROW WHEN ((OLD.purpose IS NULL) <> (NEW.purpose IS NULL)) EXECUTE FUNCTION "countPurpose"();

INSERT INTO "StoredBytes" ("organizationId", mode, bytes)
  SELECT "organizationId", mode, sum(bytes) FROM (
    SELECT "organizationId", mode, octet_length(facts::text)::bigint AS bytes FROM "Case"
    UNION ALL
    SELECT c."organizationId", c.mode, d."sizeBytes" FROM "Document" d JOIN "Case" c ON c.id = d."caseId"
    WHERE d.purpose IS NOT NULL
  ) stored GROUP BY "organizationId", mode;
