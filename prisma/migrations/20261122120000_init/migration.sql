-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateTable
CREATE TABLE "Organization" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "StoredBytes" (
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "StoredBytes_pkey" PRIMARY KEY ("organizationId","mode")
);

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT,
    "name" TEXT,
    "email" TEXT NOT NULL,
    "emailKey" TEXT NOT NULL,
    "passwordHash" TEXT,
    "role" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "barNumber" TEXT,
    "licensedStates" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "erasedAt" TIMESTAMPTZ(3),

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AttorneyToken" (
    "id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "userId" TEXT NOT NULL,
    "lastFour" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revokedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "AttorneyToken_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "lastFour" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PasswordReset" (
    "id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "PasswordReset_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL,
    "hits" TIMESTAMPTZ(6)[],

    CONSTRAINT "RateLimit_pkey" PRIMARY KEY ("key")
);

-- CreateTable
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
    "caseId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("scope","key")
);

-- CreateTable
CREATE TABLE "Mail" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "failure" TEXT,
    "sentAt" TIMESTAMPTZ(3),
    "givenUpAt" TIMESTAMPTZ(3),

    CONSTRAINT "Mail_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Lead" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "company" TEXT,
    "role" TEXT,
    "states" TEXT[],
    "barNumber" TEXT,
    "message" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Lead_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Case" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
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
    "nextAction" JSONB NOT NULL,
    "clock" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "clockAheadMs" BIGINT NOT NULL DEFAULT 0,
    "failedStep" TEXT,
    "retryAt" TIMESTAMPTZ(3),
    "attorneyId" TEXT,
    "legalHold" BOOLEAN NOT NULL DEFAULT false,
    "erasedAt" TIMESTAMPTZ(3),
    "historyDeletedAt" TIMESTAMPTZ(3),
    "sequence" INTEGER NOT NULL DEFAULT 0,
    "record" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Case_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CaseEvent" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "sequence" INTEGER,
    "action" TEXT NOT NULL,
    "actorType" TEXT NOT NULL,
    "fromState" TEXT,
    "toState" TEXT,
    "detail" JSONB,
    "commandId" TEXT,
    "internal" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CaseEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TenantDataView" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "actorType" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "what" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "TenantDataView_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Document" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "specId" TEXT,
    "purpose" TEXT,
    "filename" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "contentHash" TEXT NOT NULL,
    "sizeBytes" INTEGER NOT NULL,
    "superseded" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Document_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Blob" (
    "id" TEXT NOT NULL,
    "documentId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "sizeBytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "complete" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Blob_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BlobChunk" (
    "blobId" TEXT NOT NULL,
    "index" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "BlobChunk_pkey" PRIMARY KEY ("blobId","index")
);

-- CreateTable
CREATE TABLE "AttorneyCommand" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "text" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AttorneyCommand_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OperatorCommand" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "text" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OperatorCommand_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Filing" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "envelopeId" TEXT,
    "courtCaseNumber" TEXT,
    "rejectionReasons" JSONB,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Filing_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ServiceAttempt" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "stage" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "servedDate" TEXT,
    "failureReason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ServiceAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Note" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Note_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Charge" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
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
    "settleAttempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "Charge_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Checkout" (
    "id" TEXT NOT NULL,
    "chargeId" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closedAt" TIMESTAMPTZ(3),
    "paymentId" TEXT,
    "refundedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Checkout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookEndpoint" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failingSince" TIMESTAMPTZ(3),
    "failedDeliveries" INTEGER NOT NULL DEFAULT 0,
    "disabledAt" TIMESTAMPTZ(3),
    "awake" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "WebhookEndpoint_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" TEXT NOT NULL,
    "eventId" TEXT NOT NULL,
    "endpointId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "dueAt" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "claimedUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookAttempt" (
    "deliveryId" TEXT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "httpStatus" INTEGER,
    "failure" TEXT,
    "latencyMs" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "WebhookAttempt_pkey" PRIMARY KEY ("deliveryId","attempt")
);

-- CreateTable
CREATE TABLE "Erasure" (
    "subject" TEXT NOT NULL,
    "operator" TEXT NOT NULL,
    "erasedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Erasure_pkey" PRIMARY KEY ("subject")
);

-- CreateTable
CREATE TABLE "OperatorAction" (
    "id" TEXT NOT NULL,
    "operator" TEXT NOT NULL,
    "command" TEXT NOT NULL,
    "subject" TEXT,
    "detail" JSONB,
    "outcome" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "OperatorAction_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_emailKey_key" ON "User"("emailKey");

-- CreateIndex
CREATE INDEX "User_organizationId_idx" ON "User"("organizationId");

-- CreateIndex
CREATE UNIQUE INDEX "AttorneyToken_hash_key" ON "AttorneyToken"("hash");

-- CreateIndex
CREATE INDEX "AttorneyToken_userId_idx" ON "AttorneyToken"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Session_hash_key" ON "Session"("hash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey"("hash");

-- CreateIndex
CREATE INDEX "ApiKey_organizationId_mode_createdAt_idx" ON "ApiKey"("organizationId", "mode", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "PasswordReset_hash_key" ON "PasswordReset"("hash");

-- CreateIndex
CREATE INDEX "PasswordReset_userId_idx" ON "PasswordReset"("userId");

-- CreateIndex
CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey"("createdAt");

-- CreateIndex
CREATE INDEX "IdempotencyKey_caseId_idx" ON "IdempotencyKey"("caseId");

-- CreateIndex
CREATE INDEX "Mail_sentAt_createdAt_idx" ON "Mail"("sentAt", "createdAt");

-- CreateIndex
CREATE INDEX "Mail_givenUpAt_idx" ON "Mail"("givenUpAt");

-- CreateIndex
CREATE INDEX "Lead_createdAt_idx" ON "Lead"("createdAt");

-- CreateIndex
CREATE INDEX "Case_organizationId_mode_createdAt_id_idx" ON "Case"("organizationId", "mode", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Case_attorneyId_createdAt_idx" ON "Case"("attorneyId", "createdAt");

-- CreateIndex
CREATE INDEX "Case_mode_state_failedStep_retryAt_idx" ON "Case"("mode", "state", "failedStep", "retryAt");

-- CreateIndex
CREATE INDEX "CaseEvent_caseId_commandId_idx" ON "CaseEvent"("caseId", "commandId");

-- CreateIndex
CREATE INDEX "CaseEvent_caseId_createdAt_idx" ON "CaseEvent"("caseId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "CaseEvent_caseId_sequence_key" ON "CaseEvent"("caseId", "sequence");

-- CreateIndex
CREATE INDEX "TenantDataView_caseId_createdAt_id_idx" ON "TenantDataView"("caseId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "TenantDataView_createdAt_idx" ON "TenantDataView"("createdAt");

-- CreateIndex
CREATE INDEX "Document_caseId_createdAt_idx" ON "Document"("caseId", "createdAt");

-- CreateIndex
CREATE INDEX "Blob_caseId_idx" ON "Blob"("caseId");

-- CreateIndex
CREATE INDEX "AttorneyCommand_caseId_idx" ON "AttorneyCommand"("caseId");

-- CreateIndex
CREATE INDEX "OperatorCommand_caseId_idx" ON "OperatorCommand"("caseId");

-- CreateIndex
CREATE INDEX "Filing_caseId_createdAt_idx" ON "Filing"("caseId", "createdAt");

-- CreateIndex
CREATE INDEX "ServiceAttempt_caseId_createdAt_idx" ON "ServiceAttempt"("caseId", "createdAt");

-- CreateIndex
CREATE INDEX "Note_caseId_createdAt_idx" ON "Note"("caseId", "createdAt");

-- CreateIndex
CREATE INDEX "Charge_caseId_createdAt_idx" ON "Charge"("caseId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Checkout_paymentId_key" ON "Checkout"("paymentId");

-- CreateIndex
CREATE INDEX "Checkout_chargeId_createdAt_idx" ON "Checkout"("chargeId", "createdAt");

-- CreateIndex
CREATE INDEX "WebhookEndpoint_organizationId_mode_createdAt_idx" ON "WebhookEndpoint"("organizationId", "mode", "createdAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_endpointId_createdAt_idx" ON "WebhookDelivery"("endpointId", "createdAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_status_createdAt_idx" ON "WebhookDelivery"("status", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "WebhookDelivery_eventId_endpointId_key" ON "WebhookDelivery"("eventId", "endpointId");

-- CreateIndex
CREATE INDEX "OperatorAction_subject_createdAt_idx" ON "OperatorAction"("subject", "createdAt");

-- CreateIndex
CREATE INDEX "OperatorAction_createdAt_idx" ON "OperatorAction"("createdAt");

-- AddForeignKey
ALTER TABLE "StoredBytes" ADD CONSTRAINT "StoredBytes_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AttorneyToken" ADD CONSTRAINT "AttorneyToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_attorneyId_fkey" FOREIGN KEY ("attorneyId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CaseEvent" ADD CONSTRAINT "CaseEvent_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TenantDataView" ADD CONSTRAINT "TenantDataView_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BlobChunk" ADD CONSTRAINT "BlobChunk_blobId_fkey" FOREIGN KEY ("blobId") REFERENCES "Blob"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AttorneyCommand" ADD CONSTRAINT "AttorneyCommand_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OperatorCommand" ADD CONSTRAINT "OperatorCommand_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Filing" ADD CONSTRAINT "Filing_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ServiceAttempt" ADD CONSTRAINT "ServiceAttempt_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Note" ADD CONSTRAINT "Note_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Charge" ADD CONSTRAINT "Charge_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Checkout" ADD CONSTRAINT "Checkout_chargeId_fkey" FOREIGN KEY ("chargeId") REFERENCES "Charge"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookEndpoint" ADD CONSTRAINT "WebhookEndpoint_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_endpointId_fkey" FOREIGN KEY ("endpointId") REFERENCES "WebhookEndpoint"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookAttempt" ADD CONSTRAINT "WebhookAttempt_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "WebhookDelivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What the schema of Prisma has no words for --------------------------------------------------------------------------

-- The sandbox clerk's counters: envelopes and dockets.
CREATE SEQUENCE "sandbox_envelope";
CREATE SEQUENCE "sandbox_docket";

-- PDF, JPEG and PNG are compressed already.
ALTER TABLE "BlobChunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;

-- How many bytes the facts of a case take when it is shown, about: a page of cases is cut by it without reading them.
ALTER TABLE "Case" ADD COLUMN "shownBytes" INTEGER NOT NULL GENERATED ALWAYS AS (
  1024 + octet_length("facts"::text) + octet_length("progress"::text) + octet_length("deadlines"::text)) STORED;

-- Charges minus payments; null without a ledger. Numeric is exact: a thousand of the largest amounts exceed 2^53.
CREATE FUNCTION "ledgerBalance"(facts jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
  CASE WHEN jsonb_typeof(facts -> 'ledger') = 'array' THEN (
    SELECT coalesce(sum(CASE l ->> 'type' WHEN 'charge' THEN 1 ELSE -1 END * (l ->> 'amountCents')::numeric), 0)
    FROM jsonb_array_elements(facts -> 'ledger') l
  ) END;

-- What every read of a case shows of its facts, computed when they change. The facts of large cases are not duplicated.
ALTER TABLE "Case"
  ADD COLUMN "ledgerBalanceCents" NUMERIC GENERATED ALWAYS AS ("ledgerBalance"("facts")) STORED,
  ADD COLUMN "shownFacts" TEXT GENERATED ALWAYS AS (
    CASE WHEN octet_length("facts"::text) <= 262144 THEN ("facts" - 'ground' - 'entryPoint')::text END) STORED;

-- Shown documents -----------------------------------------------------------------------------------------------------

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

-- Partial indexes -----------------------------------------------------------------------------------------------------

-- Of a document one blob is complete, whoever stores its bytes at the same time.
CREATE UNIQUE INDEX "Blob_documentId_complete_key" ON "Blob"("documentId") WHERE "complete";

-- The cases that must have a running process, for the reconciler to page through.
CREATE INDEX "Case_open_process" ON "Case"("id")
  WHERE "sequence" > 0 AND "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn');

-- The rules of retention about cases: the cases of one mode and state in the order of their last change.
CREATE INDEX "Case_retention_idx" ON "Case"("mode", "state", "updatedAt", "id")
  WHERE "erasedAt" IS NULL AND NOT "legalHold";
CREATE INDEX "Case_erased_histories_idx" ON "Case"("erasedAt", "id")
  WHERE "erasedAt" IS NOT NULL AND "historyDeletedAt" IS NULL;
CREATE INDEX "Case_sandbox_shells_idx" ON "Case"("erasedAt", "id")
  WHERE "erasedAt" IS NOT NULL AND "mode" = 'test' AND "historyDeletedAt" IS NOT NULL;

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

-- Of the many rows, the few that are still to be tried.
CREATE INDEX "Mail_dueAt_id_due" ON "Mail"("dueAt", "id") WHERE "dueAt" IS NOT NULL;
-- The outbox worker asks per endpoint for what is due, oldest first. An order by time over all endpoints is not asked for,
-- and the planner is not to walk the backlog of one endpoint for each other one.
CREATE INDEX "WebhookDelivery_endpointId_dueAt_due" ON "WebhookDelivery"("endpointId", "dueAt", "id")
  WHERE "dueAt" IS NOT NULL;

-- Stored bytes --------------------------------------------------------------------------------------------------------

-- Statement by statement where rows come or go, so that a statement with many of them adds once. The functions act as
-- their owner: who may store a case need not be able to write the count.

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

-- Histories -----------------------------------------------------------------------------------------------------------

-- Events of cases, actions of operators and reads of tenant data are added to and not changed, whoever asks: also the
-- owner of the tables, and whatever is granted.
CREATE FUNCTION "append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed boolean := false;
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Events and reads go with the shell of a sandbox case; actions and reads go after six years.
    allowed := TG_TABLE_NAME <> 'CaseEvent' AND OLD."createdAt" < now() - interval '6 years'
      OR EXISTS (SELECT FROM "Case" c
        WHERE c.id = to_jsonb(OLD)->>'caseId' AND c."erasedAt" IS NOT NULL AND c.mode = 'test');
  ELSIF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'CaseEvent' THEN
    -- Erasure leaves of a review what was decided on which bytes, and of anything else that it happened.
    allowed := to_jsonb(NEW) - 'detail' = to_jsonb(OLD) - 'detail'
      AND NEW.detail IS NOT DISTINCT FROM CASE OLD.action WHEN 'review_recorded' THEN jsonb_strip_nulls(
        jsonb_build_object('decision', OLD.detail->'decision', 'reviewer', OLD.detail->'reviewer',
          'documentHashes', OLD.detail->'documentHashes')) END
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
