-- The tables of schema.prisma, each with its indexes ------------------------------------------------------------------

CREATE TABLE "Organization" (
  "id" TEXT PRIMARY KEY,
  "name" TEXT NOT NULL,
  "verified" BOOLEAN NOT NULL DEFAULT false,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE "StoredBytes" (
  "organizationId" TEXT NOT NULL REFERENCES "Organization" ON DELETE CASCADE ON UPDATE CASCADE,
  "mode" TEXT NOT NULL,
  "bytes" BIGINT NOT NULL,
  PRIMARY KEY ("organizationId", "mode")
);

CREATE TABLE "EventFeed" (
  "organizationId" TEXT NOT NULL REFERENCES "Organization" ON DELETE CASCADE ON UPDATE CASCADE,
  "mode" TEXT NOT NULL,
  "lastPosition" BIGINT NOT NULL,
  PRIMARY KEY ("organizationId", "mode")
);

CREATE TABLE "User" (
  "id" TEXT PRIMARY KEY,
  "organizationId" TEXT REFERENCES "Organization" ON DELETE SET NULL ON UPDATE CASCADE,
  "name" TEXT,
  "email" TEXT NOT NULL,
  "emailKey" TEXT NOT NULL,
  "passwordHash" TEXT,
  "role" TEXT NOT NULL,
  "verified" BOOLEAN NOT NULL DEFAULT false,
  "barNumber" TEXT,
  "asksFirst" BOOLEAN NOT NULL DEFAULT false,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "erasedAt" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "User_emailKey_key" ON "User"("emailKey");
CREATE INDEX "User_organizationId_idx" ON "User"("organizationId");

CREATE TABLE "AttorneyLicense" (
  "attorneyId" TEXT NOT NULL REFERENCES "User" ON DELETE RESTRICT ON UPDATE CASCADE,
  "state" TEXT NOT NULL,
  "barNumber" TEXT NOT NULL,
  PRIMARY KEY ("attorneyId", "state")
);
CREATE INDEX "AttorneyLicense_state_idx" ON "AttorneyLicense"("state");

CREATE TABLE "Invitation" (
  "id" TEXT PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "Organization" ON DELETE CASCADE ON UPDATE CASCADE,
  "email" TEXT NOT NULL,
  "emailKey" TEXT NOT NULL,
  "name" TEXT,
  "role" TEXT NOT NULL,
  "invitedById" TEXT REFERENCES "User" ON DELETE SET NULL ON UPDATE CASCADE,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "Invitation_organizationId_createdAt_idx" ON "Invitation"("organizationId", "createdAt");
CREATE INDEX "Invitation_invitedById_idx" ON "Invitation"("invitedById");
CREATE INDEX "Invitation_createdAt_idx" ON "Invitation"("createdAt");
CREATE UNIQUE INDEX "Invitation_emailKey_organizationId_key" ON "Invitation"("emailKey", "organizationId");

CREATE TABLE "InvitationLink" (
  "hash" BYTEA PRIMARY KEY,
  "invitationId" TEXT NOT NULL REFERENCES "Invitation" ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "InvitationLink_invitationId_idx" ON "InvitationLink"("invitationId");

CREATE TABLE "AttorneyToken" (
  "id" TEXT PRIMARY KEY,
  "hash" BYTEA NOT NULL,
  "userId" TEXT NOT NULL REFERENCES "User" ON DELETE RESTRICT ON UPDATE CASCADE,
  "lastFour" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "revokedAt" TIMESTAMPTZ(3),
  "expiresAt" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "AttorneyToken_hash_key" ON "AttorneyToken"("hash");
CREATE INDEX "AttorneyToken_userId_idx" ON "AttorneyToken"("userId");

CREATE TABLE "Session" (
  "id" TEXT PRIMARY KEY,
  "hash" BYTEA NOT NULL,
  "userId" TEXT NOT NULL REFERENCES "User" ON DELETE CASCADE ON UPDATE CASCADE,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastUsedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "revokedAt" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "Session_hash_key" ON "Session"("hash");
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

CREATE TABLE "ApiKey" (
  "id" TEXT PRIMARY KEY,
  "hash" BYTEA NOT NULL,
  "organizationId" TEXT NOT NULL REFERENCES "Organization" ON DELETE RESTRICT ON UPDATE CASCADE,
  "mode" TEXT NOT NULL,
  "lastFour" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "revokedAt" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey"("hash");
CREATE INDEX "ApiKey_organizationId_mode_createdAt_idx" ON "ApiKey"("organizationId", "mode", "createdAt" DESC);

CREATE TABLE "PasswordReset" (
  "id" TEXT PRIMARY KEY,
  "hash" BYTEA NOT NULL,
  "userId" TEXT NOT NULL REFERENCES "User" ON DELETE CASCADE ON UPDATE CASCADE,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "usedAt" TIMESTAMPTZ(3)
);
CREATE UNIQUE INDEX "PasswordReset_hash_key" ON "PasswordReset"("hash");
CREATE INDEX "PasswordReset_userId_idx" ON "PasswordReset"("userId");

CREATE TABLE "RateLimit" (
  "key" TEXT PRIMARY KEY,
  "hits" TIMESTAMPTZ(6)[]
);

CREATE TABLE "IdempotencyKey" (
  "scope" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "fingerprint" BYTEA NOT NULL,
  "claimId" TEXT NOT NULL,
  "owner" TEXT NOT NULL,
  "leaseUntil" TIMESTAMPTZ(3) NOT NULL,
  "status" INTEGER,
  "headers" JSONB,
  "body" BYTEA,
  "subject" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY ("scope", "key")
);
CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey"("createdAt");
CREATE INDEX "IdempotencyKey_subject_idx" ON "IdempotencyKey"("subject");

CREATE TABLE "Mail" (
  "id" TEXT PRIMARY KEY,
  "kind" TEXT NOT NULL,
  "recipient" TEXT NOT NULL,
  "payload" JSONB NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "dueAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
  "failure" TEXT,
  "sentAt" TIMESTAMPTZ(3),
  "givenUpAt" TIMESTAMPTZ(3)
);
CREATE INDEX "Mail_sentAt_createdAt_idx" ON "Mail"("sentAt", "createdAt");
CREATE INDEX "Mail_givenUpAt_idx" ON "Mail"("givenUpAt");

CREATE TABLE "Lead" (
  "id" TEXT PRIMARY KEY,
  "kind" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "company" TEXT,
  "role" TEXT,
  "states" TEXT[],
  "barNumber" TEXT,
  "message" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "Lead_createdAt_idx" ON "Lead"("createdAt");

CREATE TABLE "Case" (
  "id" TEXT PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "Organization" ON DELETE RESTRICT ON UPDATE CASCADE,
  "mode" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  "heldFrom" TEXT,
  "ground" TEXT NOT NULL,
  "entryPoint" TEXT NOT NULL,
  "jurisdiction" TEXT NOT NULL,
  "facts" JSONB NOT NULL,
  "factsVersion" INTEGER NOT NULL DEFAULT 1,
  "factsHash" TEXT,
  "noticeFactsHash" TEXT,
  "noticeFactsVersion" INTEGER NOT NULL DEFAULT 0,
  "gates" JSONB,
  "packVersions" JSONB,
  "progress" JSONB NOT NULL DEFAULT '{}',
  "deadlines" JSONB NOT NULL DEFAULT '[]',
  "courtCaseNumber" TEXT,
  "reference" TEXT,
  "nextAction" JSONB NOT NULL,
  "clock" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "clockAheadMs" BIGINT NOT NULL DEFAULT 0,
  "failedStep" TEXT,
  "retryAt" TIMESTAMPTZ(3),
  "attorneyId" TEXT REFERENCES "User" ON DELETE SET NULL ON UPDATE CASCADE,
  "attorneyAccepted" BOOLEAN NOT NULL DEFAULT false,
  "legalHold" BOOLEAN NOT NULL DEFAULT false,
  "erasedAt" TIMESTAMPTZ(3),
  "sequence" INTEGER NOT NULL DEFAULT 0,
  "record" JSONB,
  "version" INTEGER NOT NULL DEFAULT 0,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "Case_organizationId_mode_createdAt_id_idx" ON "Case"("organizationId", "mode", "createdAt" DESC, "id" DESC);
CREATE INDEX "Case_attorneyId_createdAt_idx" ON "Case"("attorneyId", "createdAt");
CREATE INDEX "Case_mode_state_failedStep_retryAt_idx" ON "Case"("mode", "state", "failedStep", "retryAt");

CREATE TABLE "CaseSearch" (
  "caseId" TEXT PRIMARY KEY REFERENCES "Case" ON DELETE CASCADE ON UPDATE CASCADE,
  "organizationId" TEXT NOT NULL,
  "mode" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "facts" TEXT NOT NULL,
  "reference" TEXT,
  "courtCaseNumber" TEXT,
  "text" TEXT NOT NULL GENERATED ALWAYS AS
    ("facts" || coalesce(E'\n' || "reference", '') || coalesce(E'\n' || "courtCaseNumber", '')) STORED
);
CREATE INDEX "CaseSearch_organizationId_mode_createdAt_caseId_idx"
  ON "CaseSearch"("organizationId", "mode", "createdAt" DESC, "caseId" DESC);

CREATE TABLE "CaseEvent" (
  "id" TEXT PRIMARY KEY,
  "caseId" TEXT NOT NULL REFERENCES "Case" ON DELETE RESTRICT ON UPDATE CASCADE,
  "sequence" INTEGER,
  "action" TEXT NOT NULL,
  "actorType" TEXT NOT NULL,
  "fromState" TEXT,
  "toState" TEXT,
  "detail" JSONB,
  "commandId" TEXT,
  "internal" BOOLEAN NOT NULL DEFAULT false,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "organizationId" TEXT,
  "mode" TEXT,
  "feedPosition" BIGINT
);
CREATE INDEX "CaseEvent_caseId_commandId_idx" ON "CaseEvent"("caseId", "commandId");
CREATE INDEX "CaseEvent_caseId_createdAt_idx" ON "CaseEvent"("caseId", "createdAt");
CREATE UNIQUE INDEX "CaseEvent_caseId_sequence_key" ON "CaseEvent"("caseId", "sequence");

CREATE TABLE "TenantDataView" (
  "id" TEXT PRIMARY KEY,
  "caseId" TEXT NOT NULL REFERENCES "Case" ON DELETE RESTRICT ON UPDATE CASCADE,
  "actorType" TEXT NOT NULL,
  "actor" TEXT NOT NULL,
  "what" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX "TenantDataView_caseId_createdAt_id_idx" ON "TenantDataView"("caseId", "createdAt" DESC, "id" DESC);
CREATE INDEX "TenantDataView_createdAt_idx" ON "TenantDataView"("createdAt");

CREATE TABLE "Document" (
  "id" TEXT PRIMARY KEY,
  "caseId" TEXT NOT NULL REFERENCES "Case" ON DELETE RESTRICT ON UPDATE CASCADE,
  "kind" TEXT NOT NULL,
  "specId" TEXT,
  "purpose" TEXT,
  "filename" TEXT NOT NULL,
  "contentType" TEXT NOT NULL,
  "contentHash" TEXT NOT NULL,
  "sizeBytes" INTEGER NOT NULL,
  "superseded" BOOLEAN NOT NULL DEFAULT false,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "Document_caseId_createdAt_idx" ON "Document"("caseId", "createdAt");

CREATE TABLE "Blob" (
  "id" TEXT PRIMARY KEY,
  "documentId" TEXT NOT NULL,
  "caseId" TEXT NOT NULL,
  "sizeBytes" INTEGER NOT NULL,
  "sha256" TEXT NOT NULL,
  "complete" BOOLEAN NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "Blob_caseId_idx" ON "Blob"("caseId");

CREATE TABLE "BlobChunk" (
  "blobId" TEXT NOT NULL REFERENCES "Blob" ON DELETE CASCADE ON UPDATE CASCADE,
  "index" INTEGER NOT NULL,
  "bytes" BYTEA NOT NULL,
  PRIMARY KEY ("blobId", "index")
);

CREATE TABLE "Command" (
  "id" TEXT PRIMARY KEY,
  "caseId" TEXT NOT NULL REFERENCES "Case" ON DELETE RESTRICT ON UPDATE CASCADE,
  "author" TEXT NOT NULL,
  "authorId" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "body" JSONB NOT NULL,
  "writtenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
  "requestId" TEXT,
  "outcome" JSONB
);
CREATE INDEX "Command_caseId_idx" ON "Command"("caseId");

CREATE TABLE "Filing" (
  "id" TEXT PRIMARY KEY,
  "caseId" TEXT NOT NULL REFERENCES "Case" ON DELETE RESTRICT ON UPDATE CASCADE,
  "status" TEXT NOT NULL,
  "envelopeId" TEXT,
  "courtCaseNumber" TEXT,
  "rejectionReasons" JSONB,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "Filing_caseId_createdAt_idx" ON "Filing"("caseId", "createdAt");

CREATE TABLE "ServiceAttempt" (
  "id" TEXT PRIMARY KEY,
  "caseId" TEXT NOT NULL REFERENCES "Case" ON DELETE RESTRICT ON UPDATE CASCADE,
  "stage" TEXT NOT NULL,
  "method" TEXT NOT NULL,
  "partyIndex" INTEGER,
  "status" TEXT NOT NULL,
  "servedDate" TEXT,
  "expires" TEXT,
  "citation" TEXT,
  "failureReason" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "ServiceAttempt_caseId_createdAt_idx" ON "ServiceAttempt"("caseId", "createdAt");

CREATE TABLE "Note" (
  "id" TEXT PRIMARY KEY,
  "caseId" TEXT NOT NULL REFERENCES "Case" ON DELETE RESTRICT ON UPDATE CASCADE,
  "writtenBy" TEXT NOT NULL,
  "body" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "Note_caseId_createdAt_idx" ON "Note"("caseId", "createdAt");

CREATE TABLE "Charge" (
  "id" TEXT PRIMARY KEY,
  "caseId" TEXT NOT NULL REFERENCES "Case" ON DELETE RESTRICT ON UPDATE CASCADE,
  "kind" TEXT NOT NULL,
  "description" TEXT NOT NULL,
  "amountCents" INTEGER NOT NULL,
  "currency" TEXT NOT NULL,
  "state" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "paidAt" TIMESTAMPTZ(3),
  "voidedAt" TIMESTAMPTZ(3),
  "refundedAt" TIMESTAMPTZ(3),
  "paymentId" TEXT,
  "refundRequestedAt" TIMESTAMPTZ(3),
  "settleAt" TIMESTAMPTZ(3),
  "settleAttempts" INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX "Charge_caseId_createdAt_idx" ON "Charge"("caseId", "createdAt");

CREATE TABLE "Checkout" (
  "id" TEXT PRIMARY KEY,
  "chargeId" TEXT NOT NULL REFERENCES "Charge" ON DELETE RESTRICT ON UPDATE CASCADE,
  "url" TEXT NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "closedAt" TIMESTAMPTZ(3),
  "paymentId" TEXT,
  "refundedAt" TIMESTAMPTZ(3),
  "surplus" BOOLEAN NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX "Checkout_paymentId_key" ON "Checkout"("paymentId");
CREATE INDEX "Checkout_chargeId_createdAt_idx" ON "Checkout"("chargeId", "createdAt");

CREATE TABLE "WebhookEndpoint" (
  "id" TEXT PRIMARY KEY,
  "organizationId" TEXT NOT NULL REFERENCES "Organization" ON DELETE RESTRICT ON UPDATE CASCADE,
  "mode" TEXT NOT NULL,
  "url" TEXT NOT NULL,
  "secret" BYTEA NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "failingSince" TIMESTAMPTZ(3),
  "failedDeliveries" INTEGER NOT NULL DEFAULT 0,
  "disabledAt" TIMESTAMPTZ(3),
  "awake" BOOLEAN NOT NULL DEFAULT false
);
CREATE INDEX "WebhookEndpoint_organizationId_mode_createdAt_idx" ON "WebhookEndpoint"("organizationId", "mode", "createdAt");

CREATE TABLE "WebhookDelivery" (
  "id" TEXT PRIMARY KEY,
  "eventId" TEXT NOT NULL,
  "endpointId" TEXT NOT NULL REFERENCES "WebhookEndpoint" ON DELETE CASCADE ON UPDATE CASCADE,
  "caseId" TEXT NOT NULL,
  "body" TEXT NOT NULL,
  "status" TEXT NOT NULL DEFAULT 'pending',
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "dueAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
  "claimedUntil" TIMESTAMPTZ(3),
  "isLast" BOOLEAN NOT NULL DEFAULT false,
  "requestId" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "WebhookDelivery_endpointId_createdAt_id_idx" ON "WebhookDelivery"("endpointId", "createdAt", "id");
CREATE INDEX "WebhookDelivery_endpointId_status_createdAt_id_idx" ON "WebhookDelivery"("endpointId", "status", "createdAt", "id");
CREATE INDEX "WebhookDelivery_status_createdAt_idx" ON "WebhookDelivery"("status", "createdAt");
CREATE UNIQUE INDEX "WebhookDelivery_eventId_endpointId_key" ON "WebhookDelivery"("eventId", "endpointId");

CREATE TABLE "WebhookAttempt" (
  "deliveryId" TEXT NOT NULL REFERENCES "WebhookDelivery" ON DELETE CASCADE ON UPDATE CASCADE,
  "attempt" INTEGER NOT NULL,
  "httpStatus" INTEGER,
  "failure" TEXT,
  "latencyMs" INTEGER NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  PRIMARY KEY ("deliveryId", "attempt")
);

CREATE TABLE "Erasure" (
  "subject" TEXT PRIMARY KEY,
  "operator" TEXT NOT NULL,
  "basis" TEXT,
  "erasedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);

CREATE TABLE "OperatorAction" (
  "id" TEXT PRIMARY KEY,
  "operator" TEXT NOT NULL,
  "command" TEXT NOT NULL,
  "subject" TEXT,
  "detail" JSONB,
  "outcome" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX "OperatorAction_subject_createdAt_idx" ON "OperatorAction"("subject", "createdAt");
CREATE INDEX "OperatorAction_createdAt_idx" ON "OperatorAction"("createdAt");

-- What the schema of Prisma has no words for --------------------------------------------------------------------------

-- The sandbox clerk's counters: envelopes and dockets.
CREATE SEQUENCE "sandbox_envelope";
CREATE SEQUENCE "sandbox_docket";

-- Shown cases ---------------------------------------------------------------------------------------------------------

-- Charges minus payments; null without a ledger. Numeric is exact: a thousand of the largest amounts exceed 2^53.
CREATE FUNCTION "ledgerBalance"(facts jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  CASE WHEN jsonb_typeof(facts -> 'ledger') = 'array' THEN (
    SELECT coalesce(sum(CASE l ->> 'type' WHEN 'charge' THEN 1 ELSE -1 END * (l ->> 'amountCents')::numeric), 0)
    FROM jsonb_array_elements(facts -> 'ledger') l
  ) END;

-- About how many bytes a case takes when it is shown: a page of cases is cut by it without reading them. And what every
-- read of a case shows of its facts, computed when they change. The facts of large cases are not duplicated.
ALTER TABLE "Case"
  ADD COLUMN "shownBytes" INTEGER NOT NULL GENERATED ALWAYS AS (
    1024 + octet_length("facts"::text) + octet_length("progress"::text) + octet_length("deadlines"::text)) STORED,
  ADD COLUMN "ledgerBalanceCents" NUMERIC GENERATED ALWAYS AS ("ledgerBalance"("facts")) STORED,
  ADD COLUMN "shownFacts" TEXT GENERATED ALWAYS AS (
    CASE WHEN octet_length("facts"::text) <= 262144 THEN ("facts" - 'ground' - 'entryPoint')::text END) STORED;

-- The current documents of a case as JSON text, for its reads: a read that gathers them takes twice as long.
ALTER TABLE "Case" ADD COLUMN "shownDocuments" TEXT NOT NULL DEFAULT '[]';

-- Documents of one step share a time: they are ordered by spec, not by random id.
CREATE FUNCTION "documentsOf"("inCase" text) RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, public AS $$
  SELECT coalesce(json_agg(json_build_object(
      'id', id, 'kind', kind, 'specId', "specId", 'filename', filename, 'contentHash', "contentHash",
      'createdAt', to_char("createdAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ) ORDER BY "createdAt", "specId", id), '[]')::text
  FROM "Document" WHERE "caseId" = "inCase" AND NOT superseded
$$;

-- Locks first: the update then sees what others have committed meanwhile.
CREATE FUNCTION "showDocuments"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM FROM "Case" WHERE id IN (SELECT "caseId" FROM changed) ORDER BY id FOR NO KEY UPDATE;
  UPDATE "Case" SET "shownDocuments" = "documentsOf"(id) WHERE id IN (SELECT "caseId" FROM changed);
  RETURN NULL;
END $$;

CREATE TRIGGER "showDocumentsAdded" AFTER INSERT ON "Document"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "showDocuments"();
CREATE TRIGGER "showDocumentsChanged" AFTER UPDATE ON "Document"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "showDocuments"();
CREATE TRIGGER "showDocumentsGone" AFTER DELETE ON "Document"
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "showDocuments"();

-- Lists of cases ------------------------------------------------------------------------------------------------------

-- The customer's own name for a case is unique. Cases without one are not in it.
CREATE UNIQUE INDEX "Case_organizationId_mode_reference_key" ON "Case"("organizationId", "mode", "reference")
  WHERE "reference" IS NOT NULL;

-- The filters of the customers' list, each in the order of the list. Erased cases are in none of them. Of each ground and
-- state:
CREATE INDEX "Case_ground_state_idx" ON "Case"("organizationId", "mode", "ground", "state", "createdAt" DESC, "id" DESC)
  WHERE "erasedAt" IS NULL;

-- By the time of the last change. A range of one time in the order of another needs GiST: each of its pages has the range
-- of both, so that pages without a match are passed over. btree_gist is a trusted extension: the owner of the database
-- may create it. In a schema of its own, because every privilege in `public` is granted by name.
CREATE SCHEMA IF NOT EXISTS "extensions";
CREATE EXTENSION IF NOT EXISTS "btree_gist" WITH SCHEMA "extensions";
GRANT EXECUTE ON FUNCTION "extensions"."tstz_dist"(timestamptz, timestamptz) TO PUBLIC;
CREATE INDEX "Case_changed_idx" ON "Case"
  USING gist ("organizationId", "mode", "ground", "state", "createdAt", "updatedAt") WHERE "erasedAt" IS NULL;

-- The open cases that operators may have to look at, newest first: on hold, or with a failed step or mail.
CREATE INDEX "Case_for_operators_idx" ON "Case"("createdAt" DESC, "id" DESC)
  WHERE ("state" = 'on_hold' OR "failedStep" IS NOT NULL) AND "state" NOT IN ('resolved', 'closed', 'withdrawn');

-- The cases that must have a running workflow, for the reconciler to page through.
CREATE INDEX "Case_open_process" ON "Case"("id")
  WHERE "sequence" > 0 AND "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn');
-- Those of them with an upload that no decision has seen. The record has the version on which was decided last.
CREATE INDEX "Case_unseen_uploads" ON "Case"("id")
  WHERE "sequence" > 0 AND "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn')
    AND "mode" = 'live' AND "state" <> 'draft' AND ("record" ->> 'factsVersion')::int < "factsVersion";

-- Search of cases -----------------------------------------------------------------------------------------------------

-- A trigram index finds a part of a word; organization and mode in it keep a search from reading the cases of others. It
-- has no list of pending entries, which each search would read as a whole. Both extensions are trusted, like btree_gist.
CREATE EXTENSION IF NOT EXISTS "pg_trgm" WITH SCHEMA "extensions";
CREATE EXTENSION IF NOT EXISTS "btree_gin" WITH SCHEMA "extensions";
CREATE INDEX "CaseSearch_text_idx" ON "CaseSearch"
  USING gin ("organizationId", "mode", "text" "extensions"."gin_trgm_ops") WITH (fastupdate = off);

-- Commands ------------------------------------------------------------------------------------------------------------

-- What a command says never changes, and neither does what became of it. When it was written or renewed is the time at
-- which that happened, whatever the writer says.
CREATE FUNCTION "keepCommand"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (
    (NEW.id, NEW."caseId", NEW.author, NEW."authorId", NEW.kind, NEW.body)
      IS DISTINCT FROM (OLD.id, OLD."caseId", OLD.author, OLD."authorId", OLD.kind, OLD.body)
    OR OLD.outcome IS NOT NULL AND NEW.outcome IS DISTINCT FROM OLD.outcome)
  THEN
    RAISE EXCEPTION 'a command and its outcome do not change';
  END IF;
  IF TG_OP = 'INSERT' OR NEW."writtenAt" IS DISTINCT FROM OLD."writtenAt" THEN
    NEW."writtenAt" := clock_timestamp();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "keepCommand" BEFORE INSERT OR UPDATE ON "Command" FOR EACH ROW EXECUTE FUNCTION "keepCommand"();

-- A process writes commands in the name of its own author alone. Whoever has every role, as the owner of the server, is not
-- bound by it.
CREATE FUNCTION "keepAuthor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM (VALUES ('customer', 'evict_customer_gateway'), ('attorney', 'evict_attorney_gateway'),
        ('operator', 'evict_ops'), ('platform', 'evict_case_worker'), ('platform', 'evict_outbox_worker')) a (author, role)
      JOIN pg_roles r ON r.rolname = a.role
    WHERE a.author = NEW.author AND pg_has_role(current_user, r.oid, 'MEMBER'))
  THEN
    RAISE EXCEPTION 'this process does not write commands of the author %', NEW.author USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "keepAuthor" BEFORE INSERT ON "Command" FOR EACH ROW EXECUTE FUNCTION "keepAuthor"();

-- Bytes ---------------------------------------------------------------------------------------------------------------

-- PDF, JPEG and PNG are compressed already.
ALTER TABLE "BlobChunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

-- Of a document one blob is complete, whoever stores its bytes at the same time.
CREATE UNIQUE INDEX "Blob_documentId_complete_key" ON "Blob"("documentId") WHERE "complete";
-- Blobs whose put was interrupted.
CREATE INDEX "Blob_incomplete_idx" ON "Blob"("createdAt") WHERE NOT "complete";

-- What an organization stores is counted statement by statement where rows come or go, so that a statement with many of
-- them adds once. The functions act as their owner: who may store a case need not be able to write the count.

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

-- An upload is a document with a purpose; erasure takes the purpose away. Uploads are added by the store.
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
CREATE TRIGGER "countPurposeChanged" AFTER UPDATE OF purpose ON "Document"
  FOR EACH ROW WHEN ((OLD.purpose IS NULL) <> (NEW.purpose IS NULL)) EXECUTE FUNCTION "countPurpose"();

-- Event feed ----------------------------------------------------------------------------------------------------------

-- No writer forgets the feed.
ALTER TABLE "CaseEvent" ADD CONSTRAINT "CaseEvent_feed_check" CHECK (
  "internal" = ("feedPosition" IS NULL) AND "internal" = ("organizationId" IS NULL) AND "internal" = ("mode" IS NULL));

-- A page of the feed is read in the order of one of these: of all events, or of one kind.
CREATE UNIQUE INDEX "CaseEvent_feed" ON "CaseEvent"("organizationId", "mode", "feedPosition") WHERE NOT "internal";
CREATE INDEX "CaseEvent_feed_of_action" ON "CaseEvent"("organizationId", "mode", "action", "feedPosition")
  WHERE NOT "internal";

-- Append-only ---------------------------------------------------------------------------------------------------------

-- What erasure leaves of a detail: of a review what was decided on which bytes, of attestations which texts they had, and
-- of anything else nothing.
CREATE FUNCTION "keptDetail"(action text, detail jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE action
    WHEN 'review_recorded' THEN jsonb_strip_nulls(jsonb_build_object('decision', detail->'decision',
      'reviewer', detail->'reviewer', 'documentHashes', detail->'documentHashes'))
    WHEN 'attested' THEN jsonb_strip_nulls(jsonb_build_object('version', detail->'version'))
  END
$$;

-- Events of cases, actions of operators and reads of tenant data are added to and not changed, whoever asks: also the
-- owner of the tables, and whatever is granted. Erasure takes the detail of an event.
CREATE FUNCTION "append_only"() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public AS $$
DECLARE
  allowed boolean := false;
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Events and reads go with the shell of a sandbox case; actions and reads go after six years.
    allowed := TG_TABLE_NAME <> 'CaseEvent' AND OLD."createdAt" < now() - interval '6 years'
      OR EXISTS (SELECT FROM "Case" c
        WHERE c.id = to_jsonb(OLD)->>'caseId' AND c."erasedAt" IS NOT NULL AND c.mode = 'test');
  ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'CaseEvent' THEN
    allowed := to_jsonb(NEW) - 'detail' = to_jsonb(OLD) - 'detail'
      AND NEW.detail IS NOT DISTINCT FROM "keptDetail"(OLD.action, OLD.detail)
      AND EXISTS (SELECT FROM "Case" c WHERE c.id = OLD."caseId" AND c."erasedAt" IS NOT NULL);
  ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'OperatorAction' THEN
    -- How it ended is added once, with what it was done to where that was not known before.
    allowed := OLD.outcome IS NULL AND NEW.outcome IS NOT NULL
      AND (OLD.subject IS NULL OR NEW.subject IS NOT DISTINCT FROM OLD.subject)
      AND to_jsonb(NEW) - '{outcome,subject}'::text[] = to_jsonb(OLD) - '{outcome,subject}'::text[];
  END IF;
  IF allowed THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  RAISE EXCEPTION '"%" is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "CaseEvent" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "OperatorAction" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "TenantDataView" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "CaseEvent" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "OperatorAction" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "TenantDataView" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();

-- Payments ------------------------------------------------------------------------------------------------------------

-- Another payment of the charge came first: this one is to be given back.
CREATE FUNCTION "markSurplus"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.surplus := EXISTS (SELECT FROM "Charge" WHERE id = NEW."chargeId" AND "paymentId" IS DISTINCT FROM NEW."paymentId"
    AND "paymentId" IS NOT NULL);
  RETURN NEW;
END $$;
CREATE TRIGGER "markSurplus" BEFORE UPDATE OF "paymentId" ON "Checkout"
  FOR EACH ROW WHEN (NEW."paymentId" IS NOT NULL) EXECUTE FUNCTION "markSurplus"();

-- Charges with something left to do at the provider.
CREATE INDEX "Checkout_open_idx" ON "Checkout"("chargeId") WHERE "closedAt" IS NULL;
CREATE INDEX "Checkout_surplus_idx" ON "Checkout"("chargeId") WHERE surplus AND "refundedAt" IS NULL;
CREATE INDEX "Charge_refund_requested_idx" ON "Charge"("id") WHERE "refundRequestedAt" IS NOT NULL AND "refundedAt" IS NULL;

-- Outbox --------------------------------------------------------------------------------------------------------------

-- Of the many rows, the few that are still to be tried.
CREATE INDEX "Mail_dueAt_id_due" ON "Mail"("dueAt", "id") WHERE "dueAt" IS NOT NULL;
-- The outbox worker asks per endpoint for what is due, oldest first. An order by time over all endpoints is not asked for,
-- and the planner is not to walk the backlog of one endpoint for each other one.
CREATE INDEX "WebhookDelivery_endpointId_dueAt_due" ON "WebhookDelivery"("endpointId", "dueAt", "id")
  WHERE "dueAt" IS NOT NULL;

-- Retention -----------------------------------------------------------------------------------------------------------

-- The rules about cases: the cases of one mode and state in the order of their last change.
CREATE INDEX "Case_retention_idx" ON "Case"("mode", "state", "updatedAt", "id")
  WHERE "erasedAt" IS NULL AND NOT "legalHold";
-- Drafts that were withdrawn without ever having been submitted.
CREATE INDEX "Case_withdrawn_drafts_idx" ON "Case"("mode", "updatedAt", "id")
  WHERE "state" = 'withdrawn' AND "factsHash" IS NULL AND "erasedAt" IS NULL AND NOT "legalHold";
CREATE INDEX "Case_sandbox_shells_idx" ON "Case"("erasedAt", "id") WHERE "erasedAt" IS NOT NULL AND "mode" = 'test';

-- Rows that housekeeping deletes, by the column whose time counts.
CREATE INDEX "AttorneyToken_revokedAt_idx" ON "AttorneyToken"("revokedAt") WHERE "revokedAt" IS NOT NULL;
CREATE INDEX "Session_revokedAt_idx" ON "Session"("revokedAt") WHERE "revokedAt" IS NOT NULL;
CREATE INDEX "Session_createdAt_idx" ON "Session"("createdAt");
CREATE INDEX "ApiKey_revokedAt_idx" ON "ApiKey"("revokedAt") WHERE "revokedAt" IS NOT NULL;
CREATE INDEX "PasswordReset_usedAt_idx" ON "PasswordReset"("usedAt") WHERE "usedAt" IS NOT NULL;
CREATE INDEX "PasswordReset_createdAt_idx" ON "PasswordReset"("createdAt");
CREATE INDEX "Checkout_closedAt_idx" ON "Checkout"("closedAt") WHERE "paymentId" IS NULL;
-- Mails that were given up or dropped: an index that begins with "sentAt" is not read in the order of "createdAt" where
-- "sentAt" is null.
CREATE INDEX "Mail_unsent_createdAt_idx" ON "Mail"("createdAt") WHERE "sentAt" IS NULL AND "attempts" > 0;
