-- CreateTable
CREATE TABLE "Organization" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "addressProven" BOOLEAN NOT NULL DEFAULT false,
    "withheld" BOOLEAN NOT NULL DEFAULT false,
    "timeZone" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Organization_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SingleSignOn" (
    "organizationId" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "clientId" TEXT NOT NULL,
    "clientSecret" BYTEA NOT NULL,
    "domain" TEXT NOT NULL,
    "proof" TEXT NOT NULL,
    "provenAt" TIMESTAMPTZ(3),
    "localPasswords" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "SingleSignOn_pkey" PRIMARY KEY ("organizationId")
);

-- CreateTable
CREATE TABLE "StoredBytes" (
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "StoredBytes_pkey" PRIMARY KEY ("organizationId","mode")
);

-- CreateTable
CREATE TABLE "EventFeed" (
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "lastPosition" BIGINT NOT NULL,

    CONSTRAINT "EventFeed_pkey" PRIMARY KEY ("organizationId","mode")
);

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT,
    "name" TEXT,
    "email" TEXT NOT NULL,
    "emailKey" TEXT NOT NULL,
    "passwordHash" TEXT,
    "ssoHash" BYTEA,
    "role" TEXT NOT NULL,
    "verified" BOOLEAN NOT NULL DEFAULT false,
    "barNumber" TEXT,
    "asksFirst" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mailPreferences" JSONB NOT NULL DEFAULT '{}',
    "newsSince" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "erasedAt" TIMESTAMPTZ(3),

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AttorneyLicense" (
    "attorneyId" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "barNumber" TEXT NOT NULL,

    CONSTRAINT "AttorneyLicense_pkey" PRIMARY KEY ("attorneyId","state")
);

-- CreateTable
CREATE TABLE "Invitation" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "emailKey" TEXT NOT NULL,
    "name" TEXT,
    "role" TEXT NOT NULL,
    "invitedById" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "InvitationLink" (
    "hash" BYTEA NOT NULL,
    "invitationId" TEXT NOT NULL,

    CONSTRAINT "InvitationLink_pkey" PRIMARY KEY ("hash")
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
    "network" TEXT,
    "device" TEXT,
    "pending" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Passkey" (
    "id" TEXT NOT NULL,
    "credentialId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "signCount" BIGINT NOT NULL,
    "transports" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Totp" (
    "userId" TEXT NOT NULL,
    "secret" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "confirmedAt" TIMESTAMPTZ(3),
    "lastStep" BIGINT,

    CONSTRAINT "Totp_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "RecoveryCode" (
    "userId" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "RecoveryCode_pkey" PRIMARY KEY ("userId","hash")
);

-- CreateTable
CREATE TABLE "AddressLink" (
    "hash" BYTEA NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "AddressLink_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "lastFour" TEXT,
    "name" TEXT,
    "scopes" TEXT[] DEFAULT ARRAY['read', 'write', 'submit']::TEXT[],
    "confirm" TEXT,
    "createdById" TEXT,
    "clientId" TEXT,
    "redirectHost" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OAuthClient" (
    "id" TEXT NOT NULL,
    "metadata" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OAuthClient_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "OAuthItem" (
    "hash" BYTEA NOT NULL,
    "kind" TEXT NOT NULL,
    "userCode" BYTEA,
    "clientId" TEXT NOT NULL,
    "clientName" TEXT NOT NULL,
    "redirectHost" TEXT,
    "scopes" TEXT[],
    "payload" TEXT NOT NULL,
    "keyId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),
    "refusedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OAuthItem_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "PasswordReset" (
    "id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "validHours" INTEGER NOT NULL DEFAULT 1,
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
    "subject" TEXT,
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
    "notBefore" TIMESTAMPTZ(3),
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
    "beforeChanges" JSONB,
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
    "needsAttention" BOOLEAN NOT NULL DEFAULT false,
    "retryAt" TIMESTAMPTZ(3),
    "attorneyId" TEXT,
    "attorneyAccepted" BOOLEAN NOT NULL DEFAULT false,
    "legalHold" BOOLEAN NOT NULL DEFAULT false,
    "erasedAt" TIMESTAMPTZ(3),
    "idleSince" TIMESTAMPTZ(3),
    "sequence" INTEGER NOT NULL DEFAULT 0,
    "record" JSONB,
    "ledgerBalanceCents" BIGINT,
    "shownDocuments" TEXT NOT NULL DEFAULT '[]',
    "version" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Case_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CaseSearch" (
    "caseId" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "facts" TEXT NOT NULL,
    "reference" TEXT,
    "courtCaseNumber" TEXT,

    CONSTRAINT "CaseSearch_pkey" PRIMARY KEY ("caseId")
);

-- CreateTable
CREATE TABLE "CaseRead" (
    "userId" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "readTo" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "CaseRead_pkey" PRIMARY KEY ("userId","caseId")
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
    "organizationId" TEXT,
    "mode" TEXT,
    "feedPosition" BIGINT,

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
    "organizationId" TEXT,
    "credentialId" TEXT,
    "network" TEXT,

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
    "needsPassword" BOOLEAN NOT NULL DEFAULT false,
    "superseded" BOOLEAN NOT NULL DEFAULT false,
    "authorId" TEXT,
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
CREATE TABLE "Command" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "author" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "writtenAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "requestId" TEXT,
    "outcome" JSONB,
    "organizationId" TEXT,
    "credentialId" TEXT,
    "network" TEXT,

    CONSTRAINT "Command_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Filing" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "envelopeId" TEXT,
    "courtCaseNumber" TEXT,
    "filedOn" TEXT,
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
    "partyIndex" INTEGER,
    "status" TEXT NOT NULL,
    "servedDate" TEXT,
    "expires" TEXT,
    "citation" TEXT,
    "failureReason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ServiceAttempt_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Note" (
    "id" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "writtenBy" TEXT NOT NULL,
    "authorId" TEXT,
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
    "surplus" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "Checkout_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookEndpoint" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "secret" BYTEA NOT NULL,
    "previousSecret" BYTEA,
    "previousUntil" TIMESTAMPTZ(3),
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
    "isLast" BOOLEAN NOT NULL DEFAULT false,
    "requestId" TEXT,
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
CREATE TABLE "CaseImport" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "dryRun" BOOLEAN NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'running',
    "claimedUntil" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "CaseImport_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CaseImportRow" (
    "importId" TEXT NOT NULL,
    "row" INTEGER NOT NULL,
    "input" TEXT,
    "reference" TEXT,
    "status" TEXT,
    "caseId" TEXT,
    "issues" JSONB,

    CONSTRAINT "CaseImportRow_pkey" PRIMARY KEY ("importId","row")
);

-- CreateTable
CREATE TABLE "Confirmation" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "keyId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "chargeId" TEXT,
    "hash" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL DEFAULT (clock_timestamp() + '24:00:00'::interval),
    "confirmedAt" TIMESTAMPTZ(3),
    "confirmedById" TEXT,
    "usedBy" TEXT,

    CONSTRAINT "Confirmation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "UploadLink" (
    "hash" BYTEA NOT NULL,
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "caseId" TEXT NOT NULL,
    "authorId" TEXT NOT NULL,
    "credentialId" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "UploadLink_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "IntakeFile" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "filename" TEXT NOT NULL,
    "contentType" TEXT NOT NULL,
    "purpose" TEXT,
    "note" TEXT,
    "contentHash" TEXT NOT NULL,
    "sizeBytes" INTEGER NOT NULL,
    "needsPassword" BOOLEAN NOT NULL DEFAULT false,
    "content" BYTEA NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "IntakeFile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Erasure" (
    "subject" TEXT NOT NULL,
    "operator" TEXT NOT NULL,
    "basis" TEXT,
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
    "identifiedBy" TEXT NOT NULL DEFAULT 'declared',
    "organizationId" TEXT,

    CONSTRAINT "OperatorAction_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" TEXT NOT NULL,
    "organizationId" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "actorType" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "credentialId" TEXT,
    "network" TEXT,
    "result" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CalendarLink" (
    "id" TEXT NOT NULL,
    "hash" BYTEA NOT NULL,
    "lastFour" TEXT NOT NULL,
    "organizationId" TEXT,
    "userId" TEXT,
    "mode" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "CalendarLink_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "User_emailKey_key" ON "User"("emailKey");

-- CreateIndex
CREATE INDEX "User_organizationId_idx" ON "User"("organizationId");

-- CreateIndex
CREATE UNIQUE INDEX "User_organizationId_ssoHash_key" ON "User"("organizationId", "ssoHash");

-- CreateIndex
CREATE INDEX "AttorneyLicense_state_idx" ON "AttorneyLicense"("state");

-- CreateIndex
CREATE INDEX "Invitation_organizationId_createdAt_idx" ON "Invitation"("organizationId", "createdAt");

-- CreateIndex
CREATE INDEX "Invitation_invitedById_idx" ON "Invitation"("invitedById");

-- CreateIndex
CREATE INDEX "Invitation_createdAt_idx" ON "Invitation"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "Invitation_emailKey_organizationId_key" ON "Invitation"("emailKey", "organizationId");

-- CreateIndex
CREATE INDEX "InvitationLink_invitationId_idx" ON "InvitationLink"("invitationId");

-- CreateIndex
CREATE UNIQUE INDEX "AttorneyToken_hash_key" ON "AttorneyToken"("hash");

-- CreateIndex
CREATE INDEX "AttorneyToken_userId_idx" ON "AttorneyToken"("userId");

-- CreateIndex
CREATE INDEX "AttorneyToken_expiresAt_idx" ON "AttorneyToken"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "Session_hash_key" ON "Session"("hash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "Passkey_credentialId_key" ON "Passkey"("credentialId");

-- CreateIndex
CREATE INDEX "Passkey_userId_idx" ON "Passkey"("userId");

-- CreateIndex
CREATE INDEX "AddressLink_userId_idx" ON "AddressLink"("userId");

-- CreateIndex
CREATE INDEX "AddressLink_createdAt_idx" ON "AddressLink"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_hash_key" ON "ApiKey"("hash");

-- CreateIndex
CREATE INDEX "ApiKey_organizationId_mode_createdAt_idx" ON "ApiKey"("organizationId", "mode", "createdAt" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "OAuthItem_userCode_key" ON "OAuthItem"("userCode");

-- CreateIndex
CREATE INDEX "OAuthItem_keyId_idx" ON "OAuthItem"("keyId");

-- CreateIndex
CREATE INDEX "OAuthItem_expiresAt_idx" ON "OAuthItem"("expiresAt");

-- CreateIndex
CREATE UNIQUE INDEX "PasswordReset_hash_key" ON "PasswordReset"("hash");

-- CreateIndex
CREATE INDEX "PasswordReset_userId_idx" ON "PasswordReset"("userId");

-- CreateIndex
CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey"("createdAt");

-- CreateIndex
CREATE INDEX "IdempotencyKey_subject_idx" ON "IdempotencyKey"("subject");

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
CREATE INDEX "CaseSearch_organizationId_mode_createdAt_caseId_idx" ON "CaseSearch"("organizationId", "mode", "createdAt" DESC, "caseId" DESC);

-- CreateIndex
CREATE INDEX "CaseRead_caseId_idx" ON "CaseRead"("caseId");

-- CreateIndex
CREATE INDEX "CaseEvent_caseId_commandId_idx" ON "CaseEvent"("caseId", "commandId");

-- CreateIndex
CREATE INDEX "CaseEvent_caseId_createdAt_idx" ON "CaseEvent"("caseId", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "CaseEvent_caseId_sequence_key" ON "CaseEvent"("caseId", "sequence");

-- CreateIndex
CREATE INDEX "TenantDataView_caseId_createdAt_id_idx" ON "TenantDataView"("caseId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "TenantDataView_organizationId_createdAt_id_idx" ON "TenantDataView"("organizationId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "TenantDataView_createdAt_idx" ON "TenantDataView"("createdAt");

-- CreateIndex
CREATE INDEX "Document_caseId_createdAt_idx" ON "Document"("caseId", "createdAt");

-- CreateIndex
CREATE INDEX "Blob_caseId_idx" ON "Blob"("caseId");

-- CreateIndex
CREATE INDEX "Command_caseId_idx" ON "Command"("caseId");

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
CREATE INDEX "WebhookDelivery_endpointId_createdAt_id_idx" ON "WebhookDelivery"("endpointId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_endpointId_status_createdAt_id_idx" ON "WebhookDelivery"("endpointId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "WebhookDelivery_status_createdAt_idx" ON "WebhookDelivery"("status", "createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "WebhookDelivery_eventId_endpointId_key" ON "WebhookDelivery"("eventId", "endpointId");

-- CreateIndex
CREATE INDEX "CaseImport_organizationId_mode_status_idx" ON "CaseImport"("organizationId", "mode", "status");

-- CreateIndex
CREATE INDEX "CaseImport_createdAt_idx" ON "CaseImport"("createdAt");

-- CreateIndex
CREATE INDEX "CaseImportRow_caseId_idx" ON "CaseImportRow"("caseId");

-- CreateIndex
CREATE UNIQUE INDEX "Confirmation_usedBy_key" ON "Confirmation"("usedBy");

-- CreateIndex
CREATE INDEX "Confirmation_caseId_idx" ON "Confirmation"("caseId");

-- CreateIndex
CREATE INDEX "Confirmation_organizationId_idx" ON "Confirmation"("organizationId");

-- CreateIndex
CREATE INDEX "Confirmation_expiresAt_idx" ON "Confirmation"("expiresAt");

-- CreateIndex
CREATE INDEX "UploadLink_caseId_idx" ON "UploadLink"("caseId");

-- CreateIndex
CREATE INDEX "UploadLink_organizationId_idx" ON "UploadLink"("organizationId");

-- CreateIndex
CREATE INDEX "UploadLink_createdAt_idx" ON "UploadLink"("createdAt");

-- CreateIndex
CREATE INDEX "IntakeFile_organizationId_mode_createdAt_id_idx" ON "IntakeFile"("organizationId", "mode", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "IntakeFile_createdAt_idx" ON "IntakeFile"("createdAt");

-- CreateIndex
CREATE INDEX "OperatorAction_subject_createdAt_idx" ON "OperatorAction"("subject", "createdAt");

-- CreateIndex
CREATE INDEX "OperatorAction_createdAt_idx" ON "OperatorAction"("createdAt");

-- CreateIndex
CREATE INDEX "OperatorAction_organizationId_createdAt_id_idx" ON "OperatorAction"("organizationId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEvent_organizationId_createdAt_id_idx" ON "AuditEvent"("organizationId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AuditEvent_createdAt_idx" ON "AuditEvent"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "CalendarLink_hash_key" ON "CalendarLink"("hash");

-- CreateIndex
CREATE INDEX "CalendarLink_organizationId_mode_idx" ON "CalendarLink"("organizationId", "mode");

-- CreateIndex
CREATE INDEX "CalendarLink_userId_idx" ON "CalendarLink"("userId");

-- AddForeignKey
ALTER TABLE "SingleSignOn" ADD CONSTRAINT "SingleSignOn_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "StoredBytes" ADD CONSTRAINT "StoredBytes_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "EventFeed" ADD CONSTRAINT "EventFeed_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AttorneyLicense" ADD CONSTRAINT "AttorneyLicense_attorneyId_fkey" FOREIGN KEY ("attorneyId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invitation" ADD CONSTRAINT "Invitation_invitedById_fkey" FOREIGN KEY ("invitedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InvitationLink" ADD CONSTRAINT "InvitationLink_invitationId_fkey" FOREIGN KEY ("invitationId") REFERENCES "Invitation"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AttorneyToken" ADD CONSTRAINT "AttorneyToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Totp" ADD CONSTRAINT "Totp_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecoveryCode" ADD CONSTRAINT "RecoveryCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AddressLink" ADD CONSTRAINT "AddressLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OAuthItem" ADD CONSTRAINT "OAuthItem_keyId_fkey" FOREIGN KEY ("keyId") REFERENCES "ApiKey"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PasswordReset" ADD CONSTRAINT "PasswordReset_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Case" ADD CONSTRAINT "Case_attorneyId_fkey" FOREIGN KEY ("attorneyId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CaseSearch" ADD CONSTRAINT "CaseSearch_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CaseRead" ADD CONSTRAINT "CaseRead_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CaseRead" ADD CONSTRAINT "CaseRead_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CaseEvent" ADD CONSTRAINT "CaseEvent_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TenantDataView" ADD CONSTRAINT "TenantDataView_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Document" ADD CONSTRAINT "Document_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BlobChunk" ADD CONSTRAINT "BlobChunk_blobId_fkey" FOREIGN KEY ("blobId") REFERENCES "Blob"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Command" ADD CONSTRAINT "Command_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

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

-- AddForeignKey
ALTER TABLE "CaseImport" ADD CONSTRAINT "CaseImport_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CaseImportRow" ADD CONSTRAINT "CaseImportRow_importId_fkey" FOREIGN KEY ("importId") REFERENCES "CaseImport"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Confirmation" ADD CONSTRAINT "Confirmation_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Confirmation" ADD CONSTRAINT "Confirmation_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UploadLink" ADD CONSTRAINT "UploadLink_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UploadLink" ADD CONSTRAINT "UploadLink_caseId_fkey" FOREIGN KEY ("caseId") REFERENCES "Case"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "IntakeFile" ADD CONSTRAINT "IntakeFile_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CalendarLink" ADD CONSTRAINT "CalendarLink_organizationId_fkey" FOREIGN KEY ("organizationId") REFERENCES "Organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CalendarLink" ADD CONSTRAINT "CalendarLink_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What schema.prisma has no words for ----------------------------------------------------------------------------------

-- All three are trusted: the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS "btree_gist";
CREATE EXTENSION IF NOT EXISTS "btree_gin";
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- Numbers that the sandbox clerk gives to envelopes and dockets.
CREATE SEQUENCE "sandbox_envelope";
CREATE SEQUENCE "sandbox_docket";

-- PDF, JPEG and PNG are compressed already. Uncompressed, a part of an inbox file is read without the rest.
ALTER TABLE "BlobChunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
ALTER TABLE "IntakeFile" ALTER COLUMN "content" SET STORAGE EXTERNAL;

-- `required`: a person confirms what the key asks for. `never`: nobody has to, in test mode alone. Null: a person confirms
-- what comes through the agent gateway. A connected app always has a person who confirms, and one who connected it.
ALTER TABLE "ApiKey"
  ADD CONSTRAINT "ApiKey_confirm_check" CHECK ("confirm" = 'required' OR "confirm" = 'never' AND "mode" = 'test'),
  ADD CONSTRAINT "ApiKey_connection_check"
    CHECK ("clientId" IS NULL OR "confirm" IS NOT NULL AND "createdById" IS NOT NULL);
-- A link without an organization is an attorney's, whose cases are live.
ALTER TABLE "CalendarLink" ADD CONSTRAINT "CalendarLink_check"
  CHECK ("organizationId" IS NOT NULL OR "userId" IS NOT NULL AND "mode" = 'live');
-- Every customer-visible event has its place in the feed of its organization and mode.
ALTER TABLE "CaseEvent" ADD CONSTRAINT "CaseEvent_feed_check" CHECK (
  "internal" = ("feedPosition" IS NULL) AND "internal" = ("organizationId" IS NULL) AND "internal" = ("mode" IS NULL));

-- Shown cases ---------------------------------------------------------------------------------------------------------

-- `shownBytes` is about how many bytes a case takes when it is shown: a page of cases is cut by it without reading them.
-- `shownFacts` is what a read shows of the facts of a case, computed when they change; those of large cases are not kept
-- twice.
ALTER TABLE "Case"
  ADD COLUMN "shownBytes" INTEGER NOT NULL GENERATED ALWAYS AS (
    1024 + octet_length("facts"::text) + octet_length("progress"::text) + octet_length("deadlines"::text)) STORED,
  ADD COLUMN "shownFacts" TEXT GENERATED ALWAYS AS (
    CASE WHEN octet_length("facts"::text) <= 262144 THEN ("facts" - 'ground' - 'entryPoint')::text END) STORED;

-- The lines of facts, reference and court number in which a search looks.
ALTER TABLE "CaseSearch" ADD COLUMN "text" TEXT NOT NULL GENERATED ALWAYS AS (
  "facts" || coalesce(E'\n' || "reference", '') || coalesce(E'\n' || "courtCaseNumber", '')) STORED;

-- Indexes of some rows ------------------------------------------------------------------------------------------------

-- The customer's own name for a case.
CREATE UNIQUE INDEX "Case_organizationId_mode_reference_key" ON "Case"("organizationId", "mode", "reference")
  WHERE "reference" IS NOT NULL;
-- The customers' list of cases, by ground and state, in the order of creation and of the last change. Erased cases are not
-- in it. The filter by the time of the last change in the order of creation needs GiST: each of its pages has the range of
-- both times, so that pages without a match are passed over.
CREATE INDEX "Case_ground_state_idx" ON "Case"("organizationId", "mode", "ground", "state", "createdAt" DESC, "id" DESC)
  WHERE "erasedAt" IS NULL;
CREATE INDEX "Case_ground_state_changed_idx"
  ON "Case"("organizationId", "mode", "ground", "state", "updatedAt" DESC, "id" DESC) WHERE "erasedAt" IS NULL;
CREATE INDEX "Case_changed_idx" ON "Case"
  USING gist ("organizationId", "mode", "ground", "state", "createdAt", "updatedAt") WHERE "erasedAt" IS NULL;
-- What is next: the open cases that wait for the customer, those with deadlines, and charges that are due.
CREATE INDEX "Case_waits_for_customer_idx" ON "Case"("organizationId", "mode", "updatedAt" DESC, "id" DESC)
  WHERE "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn') AND "nextAction" ->> 'by' = 'customer';
CREATE INDEX "Case_with_deadlines_idx" ON "Case"("organizationId", "mode")
  WHERE "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn') AND "deadlines" <> '[]';
CREATE INDEX "Charge_due_idx" ON "Charge"("caseId") WHERE "state" = 'due';
-- Open cases that operators may have to look at.
CREATE INDEX "Case_for_operators_idx" ON "Case"("createdAt" DESC, "id" DESC)
  WHERE ("state" = 'on_hold' OR "failedStep" IS NOT NULL) AND "state" NOT IN ('resolved', 'closed', 'withdrawn');
-- Cases that must have a running workflow, and those of them with an upload that no decision has seen.
CREATE INDEX "Case_open_process" ON "Case"("id")
  WHERE "sequence" > 0 AND "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn');
CREATE INDEX "Case_unseen_uploads" ON "Case"("id")
  WHERE "sequence" > 0 AND "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn')
    AND "mode" = 'live' AND "state" <> 'draft' AND ("record" ->> 'factsVersion')::int < "factsVersion";
-- A trigram index finds a part of a word; organization and mode in it keep a search from reading the cases of others. It
-- has no list of pending entries, which each search would read as a whole.
CREATE INDEX "CaseSearch_text_idx" ON "CaseSearch"
  USING gin ("organizationId", "mode", "text" "gin_trgm_ops") WITH (fastupdate = off);
-- The feed of an organization, whole or of one action.
CREATE UNIQUE INDEX "CaseEvent_feed" ON "CaseEvent"("organizationId", "mode", "feedPosition") WHERE NOT "internal";
CREATE INDEX "CaseEvent_feed_of_action" ON "CaseEvent"("organizationId", "mode", "action", "feedPosition")
  WHERE NOT "internal";
-- One blob of a document is complete, whoever stores its bytes at the same time; and blobs whose put was interrupted.
CREATE UNIQUE INDEX "Blob_documentId_complete_key" ON "Blob"("documentId") WHERE "complete";
CREATE INDEX "Blob_incomplete_idx" ON "Blob"("createdAt") WHERE NOT "complete";
-- A domain is proven by one organization at a time. A claim without a proof keeps nobody from it.
CREATE UNIQUE INDEX "SingleSignOn_domain" ON "SingleSignOn" ("domain") WHERE "provenAt" IS NOT NULL;
-- Commands that the audit of an organization lists. Those of operators are in it as their actions.
CREATE INDEX "Command_audit_idx" ON "Command"("organizationId", "writtenAt" DESC, "id" DESC)
  WHERE "author" IN ('customer', 'attorney');
-- What workers have left to do.
CREATE INDEX "Mail_dueAt_id_due" ON "Mail"("dueAt", "id") WHERE "dueAt" IS NOT NULL;
CREATE INDEX "Mail_alone_due_idx" ON "Mail"("dueAt", "id") WHERE "dueAt" IS NOT NULL AND "notBefore" IS NULL;
CREATE INDEX "Mail_digest_due_idx" ON "Mail"("dueAt", "id") WHERE "dueAt" IS NOT NULL AND "notBefore" IS NOT NULL;
CREATE INDEX "Mail_digest_idx" ON "Mail"("recipient") WHERE "notBefore" IS NOT NULL AND "dueAt" IS NOT NULL;
CREATE INDEX "WebhookDelivery_endpointId_dueAt_due" ON "WebhookDelivery"("endpointId", "dueAt", "id")
  WHERE "dueAt" IS NOT NULL;
CREATE INDEX "Checkout_open_idx" ON "Checkout"("chargeId") WHERE "closedAt" IS NULL;
CREATE INDEX "Checkout_surplus_idx" ON "Checkout"("chargeId") WHERE surplus AND "refundedAt" IS NULL;
CREATE INDEX "Charge_refund_requested_idx" ON "Charge"("id") WHERE "refundRequestedAt" IS NOT NULL AND "refundedAt" IS NULL;
CREATE INDEX "CaseImport_running_idx" ON "CaseImport"("createdAt") WHERE "status" = 'running';
CREATE INDEX "CaseImportRow_pending_idx" ON "CaseImportRow"("importId", "row") WHERE "status" IS NULL;
CREATE INDEX "OAuthItem_unanswered_idx" ON "OAuthItem"("expiresAt") WHERE "keyId" IS NULL;
-- What retention deletes, by the time that counts.
CREATE INDEX "Case_retention_idx" ON "Case"("mode", "state", "updatedAt", "id")
  WHERE "erasedAt" IS NULL AND NOT "legalHold";
CREATE INDEX "Case_withdrawn_drafts_idx" ON "Case"("mode", "updatedAt", "id")
  WHERE "state" = 'withdrawn' AND "factsHash" IS NULL AND "erasedAt" IS NULL AND NOT "legalHold";
CREATE INDEX "Case_sandbox_shells_idx" ON "Case"("erasedAt", "id") WHERE "erasedAt" IS NOT NULL AND "mode" = 'test';
CREATE INDEX "AttorneyToken_revokedAt_idx" ON "AttorneyToken"("revokedAt") WHERE "revokedAt" IS NOT NULL;
CREATE INDEX "Session_revokedAt_idx" ON "Session"("revokedAt") WHERE "revokedAt" IS NOT NULL;
CREATE INDEX "Session_createdAt_idx" ON "Session"("createdAt");
CREATE INDEX "ApiKey_revokedAt_idx" ON "ApiKey"("revokedAt") WHERE "revokedAt" IS NOT NULL;
CREATE INDEX "ApiKey_expiresAt_idx" ON "ApiKey"("expiresAt") WHERE "expiresAt" IS NOT NULL;
CREATE INDEX "PasswordReset_usedAt_idx" ON "PasswordReset"("usedAt") WHERE "usedAt" IS NOT NULL;
CREATE INDEX "PasswordReset_createdAt_idx" ON "PasswordReset"("createdAt");
CREATE INDEX "Checkout_closedAt_idx" ON "Checkout"("closedAt") WHERE "paymentId" IS NULL;
CREATE INDEX "Mail_unsent_createdAt_idx" ON "Mail"("createdAt") WHERE "sentAt" IS NULL AND "attempts" > 0;
CREATE INDEX "OAuthClient_createdAt_idx" ON "OAuthClient"("createdAt") WHERE "usedAt" IS NULL;
CREATE INDEX "OAuthClient_usedAt_idx" ON "OAuthClient"("usedAt") WHERE "usedAt" IS NOT NULL;

-- Functions and triggers ----------------------------------------------------------------------------------------------

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

CREATE FUNCTION "isOfErasureAge"(c "Case") RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public AS $$
  SELECT c.state IN ('resolved', 'closed', 'withdrawn') AND (
    c."updatedAt" <= now() - make_interval(days => CASE c.mode WHEN 'test' THEN 90 ELSE 2192 END)
    OR c."idleSince" IS NOT NULL
      AND NOT EXISTS (SELECT FROM "CaseEvent" e WHERE e."caseId" = c.id AND e.action = 'submit'))
$$;

-- Whether an operator is erasing the case: their command line records it before it begins.
CREATE FUNCTION "isErasedByOperator"("ofCase" text) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (SELECT FROM "OperatorAction" a WHERE a.subject = "ofCase" AND a.command = 'case erase'
    AND a.outcome IS NULL AND a."createdAt" > clock_timestamp() - interval '10 minutes')
$$;

-- Approvals -----------------------------------------------------------------------------------------------------------

-- Whether an attorney has commanded an approval of these bytes in a live case: the one who is assigned, verified and
-- licensed in its state. Only the attorney gateway writes commands of attorneys. `command`: of an event, once; null for
-- the record, which follows from one that is being decided.
CREATE FUNCTION "isApprovalCommanded"("ofCase" text, command text, approval jsonb) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, public AS $$
  SELECT EXISTS (
    SELECT FROM "Command" k JOIN "Case" c ON c.id = k."caseId" JOIN "User" u ON u.id = k."authorId"
    WHERE k."caseId" = "ofCase" AND k.author = 'attorney' AND k.kind = 'review' AND k.body ->> 'decision' = 'approve'
      AND CASE WHEN command IS NULL THEN k.outcome IS NULL
        ELSE k.id = command AND (k.outcome IS NULL OR k.outcome -> 'ok' = 'true') AND NOT EXISTS (
          SELECT FROM "CaseEvent" e
          WHERE e."caseId" = "ofCase" AND e."commandId" = command AND e.action = 'review_recorded') END
      AND k.body -> 'documentHashes' @> (approval -> 'documentHashes')
      AND k.body -> 'documentHashes' <@ (approval -> 'documentHashes')
      AND k."authorId" = approval ->> 'reviewer' AND k."authorId" = c."attorneyId"
      AND u.role = 'attorney' AND u.verified AND EXISTS (SELECT FROM "AttorneyLicense" license
        WHERE license."attorneyId" = u.id AND license.state = c.jurisdiction))
$$;

-- The approvals in the record of a case: who gave each, and of which bytes.
CREATE FUNCTION "approvalsIn"(record jsonb) RETURNS jsonb[] LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(array_agg(jsonb_build_object('reviewer', a -> 'reviewer', 'documentHashes', a -> 'documentHashes')), '{}')
  FROM unnest(ARRAY[record #> '{approvals,notice}', record #> '{approvals,filing}', record #> '{amendment,approval}']) a
  WHERE jsonb_typeof(a) = 'object'
$$;

-- The event of an approval has the command that it was given by, and what follows from it the same.
CREATE FUNCTION "keepApprovals"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF EXISTS (SELECT FROM "Case" c WHERE c.id = NEW."caseId" AND c.mode = 'live') AND NOT (
    CASE NEW.action WHEN 'review_recorded'
      THEN NEW.detail ->> 'decision' <> 'approve' OR "isApprovalCommanded"(NEW."caseId", coalesce(NEW."commandId", ''), NEW.detail)
      ELSE EXISTS (SELECT FROM "Command" k WHERE k.id = NEW."commandId" AND k."caseId" = NEW."caseId"
        AND k.author = 'attorney' AND k.kind = 'review' AND k.body ->> 'decision' = 'approve') END)
  THEN
    RAISE EXCEPTION 'no attorney has commanded this approval' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "keepApprovals" BEFORE INSERT ON "CaseEvent" FOR EACH ROW
  WHEN (NEW.action IN ('review_recorded', 'approve_notice', 'approve_filing')) EXECUTE FUNCTION "keepApprovals"();

-- A customer deletes a draft.

-- A draft that was never submitted is erased at once when its customer has commanded it. Only the customer gateway writes
-- commands of customers.
CREATE FUNCTION "keepCase"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  approval jsonb;
  refused text;
BEGIN
  -- Retention counts from the last change, which is never put back.
  NEW."updatedAt" := greatest(OLD."updatedAt", least(NEW."updatedAt", clock_timestamp()));
  NEW."idleSince" := CASE WHEN OLD.state = 'draft' AND NEW.state = 'withdrawn' AND (
      OLD."updatedAt" <= clock_timestamp() - interval '180 days' OR EXISTS (SELECT FROM "Command" k
        WHERE k."caseId" = OLD.id AND k.author = 'customer' AND k.kind = 'delete_draft' AND k.outcome IS NULL))
    THEN OLD."updatedAt" ELSE OLD."idleSince" END;
  IF OLD."erasedAt" IS NOT NULL AND NEW."erasedAt" IS DISTINCT FROM OLD."erasedAt" THEN
    refused := 'an erasure is not taken back';
  ELSIF OLD."erasedAt" IS NULL AND NEW."erasedAt" IS NOT NULL
    AND (OLD."legalHold" OR NOT ("isOfErasureAge"(OLD) OR "isErasedByOperator"(OLD.id))) THEN
    refused := 'the case is under legal hold, or not of the age of its erasure';
  ELSIF NEW.mode = 'live' AND NEW.record IS NOT NULL THEN
    FOREACH approval IN ARRAY "approvalsIn"(NEW.record) LOOP
      IF NOT approval = ANY ("approvalsIn"(OLD.record)) AND NOT "isApprovalCommanded"(OLD.id, NULL, approval) THEN
        refused := 'no attorney has commanded this approval';
      END IF;
    END LOOP;
  END IF;
  IF refused IS NOT NULL THEN
    RAISE EXCEPTION '%', refused USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "keepCase" BEFORE UPDATE ON "Case" FOR EACH ROW EXECUTE FUNCTION "keepCase"();

-- A draft is edited, and what was submitted is not.
CREATE FUNCTION "keepFacts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'draft' AND NEW."erasedAt" IS NULL AND NEW.facts IS DISTINCT FROM OLD.facts THEN
    RAISE EXCEPTION 'the facts of a submitted case do not change' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "keepFacts" BEFORE UPDATE OF facts ON "Case" FOR EACH ROW EXECUTE FUNCTION "keepFacts"();

-- A command goes with the details of its case, and no sooner.
CREATE FUNCTION "keepCommands"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF TG_OP = 'DELETE' AND EXISTS (SELECT FROM "Case" c WHERE c.id = OLD."caseId" AND c."erasedAt" IS NOT NULL) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '"Command" is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "append_only" BEFORE DELETE ON "Command" FOR EACH ROW EXECUTE FUNCTION "keepCommands"();

CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "Command" FOR EACH STATEMENT EXECUTE FUNCTION "keepCommands"();

-- What processes do beside decisions ----------------------------------------------------------------------------------

-- An event of the platform that is part of no decision.
CREATE FUNCTION "recordBeside"("ofCase" text, what text, said jsonb, cause text, at timestamptz DEFAULT clock_timestamp())
RETURNS void LANGUAGE sql SET search_path = pg_catalog, public AS $$
  INSERT INTO "CaseEvent" (id, "caseId", action, "actorType", internal, detail, "commandId", "createdAt")
  VALUES ('evt_' || gen_random_uuid(), "ofCase", what, 'platform', true, said, cause, at)
$$;

-- What an operator did beside the commands on a case. False if there is no such case.
CREATE FUNCTION "recordOperatorAction"("ofCase" text, said jsonb) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  PERFORM FROM "Case" WHERE id = "ofCase" FOR KEY SHARE;
  IF FOUND THEN
    PERFORM "recordBeside"("ofCase", 'operator_action', said, NULL);
  END IF;
  RETURN FOUND;
END $$;

-- Sets or lifts the hold of a case, once. The last change of the case stays, from which retention counts.
CREATE FUNCTION "setLegalHold"("ofCase" text, held boolean, operator text) RETURNS text LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  c "Case";
BEGIN
  SELECT * INTO c FROM "Case" WHERE id = "ofCase" FOR UPDATE;
  IF NOT FOUND THEN
    RETURN 'not_found';
  ELSIF c."erasedAt" IS NOT NULL THEN
    RETURN 'erased';
  ELSIF c."legalHold" <> held THEN
    UPDATE "Case" SET "legalHold" = held WHERE id = "ofCase";
    PERFORM "recordBeside"("ofCase", 'operator_action', jsonb_build_object('operator', operator,
      'command', CASE WHEN held THEN 'legal_hold_on' ELSE 'legal_hold_off' END), NULL);
  END IF;
  RETURN 'ok';
END $$;

-- That a mail about a case was given up, once, for a case whose workflow does not run.
CREATE FUNCTION "recordMailFailure"("ofMail" text) RETURNS void LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  failed record;
BEGIN
  SELECT c.id, m.attempts, m.failure, m.id || '-' || (extract(epoch FROM m."givenUpAt") * 1000)::bigint AS cause
    INTO failed FROM "Mail" m JOIN "Case" c ON c.id = m.payload ->> 'caseId'
    WHERE m.id = "ofMail" AND m."givenUpAt" IS NOT NULL AND c."erasedAt" IS NULL FOR UPDATE OF c;
  IF FOUND AND NOT EXISTS (
    SELECT FROM "CaseEvent" e WHERE e."caseId" = failed.id AND e."commandId" = failed.cause) THEN
    PERFORM "recordBeside"(failed.id, 'job_failed', jsonb_build_object('step', 'send_mail', 'attempt', failed.attempts,
      'errorClass', failed.failure), failed.cause);
  END IF;
END $$;

-- Removes the details of a case and leaves its shell: ids, states, times, the order of its events, hashes of documents and
-- approvals, charges, names and statuses of gates. Whether that may be is for the trigger of "Case" to say; the caller
-- deletes the bytes. `given`: operator, basis and words of the ground, state, sequence, nextAction, and a new record. When:
-- now, or when it was erased before a restore, which is an operator's to say. Null if there is nothing to erase.
CREATE FUNCTION "eraseCase"("ofCase" text, given jsonb) RETURNS timestamptz LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  at timestamptz(3) := clock_timestamp();
BEGIN
  IF "isErasedByOperator"("ofCase") THEN
    at := coalesce((given ->> 'erasedAt')::timestamptz, at);
  END IF;
  UPDATE "Case" SET
    state = given ->> 'state', "heldFrom" = NULL, "attorneyAccepted" = false, sequence = (given ->> 'sequence')::int,
    -- Readers still find valid facts.
    facts = jsonb_build_object('ground', ground, 'entryPoint', "entryPoint", 'parties', '[]'::jsonb,
      'attestations', '{}'::jsonb, 'property', jsonb_build_object(
        'line1', '', 'city', '', 'state', jurisdiction, 'zip', '', 'ownerOfRecord', '')),
    -- Hashes of names and amounts could be guessed.
    "factsHash" = NULL, "noticeFactsHash" = NULL,
    gates = CASE WHEN gates IS NOT NULL THEN jsonb_build_object('passed', gates -> 'passed', 'results', (
      SELECT coalesce(jsonb_agg(jsonb_build_object('gate', g -> 'gate', 'status', g -> 'status')), '[]')
      FROM jsonb_array_elements(gates -> 'results') g)) END,
    progress = '{}', deadlines = '[]', "courtCaseNumber" = NULL, reference = NULL, "nextAction" = given -> 'nextAction',
    "failedStep" = NULL, "retryAt" = NULL,
    record = (given -> 'record') || CASE WHEN record IS NULL THEN '{}' ELSE jsonb_build_object(
      'approvals', record -> 'approvals', 'attorneyId', record -> 'attorneyId', 'restingSince', record -> 'restingSince') END,
    "erasedAt" = at
  WHERE id = "ofCase" AND "erasedAt" IS NULL;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  DELETE FROM "Note" WHERE "caseId" = "ofCase";
  DELETE FROM "Command" WHERE "caseId" = "ofCase";
  UPDATE "Document" SET filename = '', purpose = NULL WHERE "caseId" = "ofCase";
  UPDATE "Filing" SET "envelopeId" = NULL, "courtCaseNumber" = NULL, "rejectionReasons" = NULL WHERE "caseId" = "ofCase";
  UPDATE "ServiceAttempt" SET "partyIndex" = NULL, "servedDate" = NULL, expires = NULL, citation = NULL,
    "failureReason" = NULL WHERE "caseId" = "ofCase";
  UPDATE "CaseEvent" SET detail = "keptDetail"(action, detail) WHERE "caseId" = "ofCase";
  -- Stored responses stay as rows, so that a create that is sent again does not create the case again. An empty
  -- fingerprint is that of no request.
  UPDATE "IdempotencyKey" k SET fingerprint = '', status = 409, headers = NULL, body = NULL
    FROM "Case" c WHERE c.id = "ofCase" AND k.subject = c.id
      AND (k.scope IN (c."organizationId", c."attorneyId") OR k.status BETWEEN 200 AND 299);
  PERFORM "recordBeside"("ofCase", 'erased', jsonb_build_object('operator', given -> 'operator', 'basis', given -> 'basis')
    || coalesce(given -> 'words', '{}'), NULL, at);
  INSERT INTO "Erasure" (subject, operator, basis, "erasedAt")
    VALUES ("ofCase", given ->> 'operator', given ->> 'basis', at) ON CONFLICT DO NOTHING;
  RETURN at;
END $$;

-- Deletes the shell of a sandbox case a year after its erasure, with everything that belongs to it. False for any other.
CREATE FUNCTION "deleteShell"("ofCase" text) RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  kind text;
BEGIN
  PERFORM FROM "Case" WHERE id = "ofCase" AND mode = 'test' AND "erasedAt" <= now() - interval '365 days' FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM "Checkout" k USING "Charge" c WHERE c.id = k."chargeId" AND c."caseId" = "ofCase";
  -- Rows that erasure deletes may exist again, for example from a backup.
  FOREACH kind IN ARRAY ARRAY['Note', 'Command', 'Blob', 'Filing', 'ServiceAttempt', 'Document', 'Charge', 'TenantDataView',
    'CaseEvent'] LOOP
    EXECUTE format('DELETE FROM %I WHERE "caseId" = $1', kind) USING "ofCase";
  END LOOP;
  DELETE FROM "Erasure" WHERE subject = "ofCase";
  DELETE FROM "Case" WHERE id = "ofCase";
  RETURN true;
END $$;

-- Organizations -------------------------------------------------------------------------------------------------------

-- The organization that a subject of an operator belongs to; null for an attorney, and for what is gone.
CREATE FUNCTION "organizationOf"(subject text) RETURNS text LANGUAGE sql STABLE
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT CASE split_part(subject, '_', 1)
    WHEN 'org' THEN (SELECT id FROM "Organization" WHERE id = subject)
    WHEN 'usr' THEN (SELECT "organizationId" FROM "User" WHERE id = subject)
    WHEN 'case' THEN (SELECT "organizationId" FROM "Case" WHERE id = subject)
    WHEN 'chg' THEN (SELECT c."organizationId" FROM "Charge" h JOIN "Case" c ON c.id = h."caseId" WHERE h.id = subject)
    WHEN 'we' THEN (SELECT "organizationId" FROM "WebhookEndpoint" WHERE id = subject)
    WHEN 'whd' THEN (SELECT e."organizationId" FROM "WebhookDelivery" d JOIN "WebhookEndpoint" e ON e.id = d."endpointId"
      WHERE d.id = subject)
  END
$$;

-- Origin --------------------------------------------------------------------------------------------------------------

-- Who acts and from where, as packages/store/src/audit/origin.ts hands it to a statement or a transaction.
CREATE FUNCTION "origin"() RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('evict.origin', true), ''), '{}')::jsonb
$$;

-- Whose audit a row belongs to and where it came from. No writer can forget or choose its organization.
CREATE FUNCTION "nameOrigin"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'OperatorAction' THEN
    NEW."organizationId" := "organizationOf"(NEW.subject);
  ELSE
    NEW."organizationId" := (SELECT "organizationId" FROM "Case" WHERE id = NEW."caseId");
    NEW."credentialId" := "origin"() ->> 'credentialId';
    NEW.network := "origin"() ->> 'network';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "nameOrigin" BEFORE INSERT ON "Command" FOR EACH ROW EXECUTE FUNCTION "nameOrigin"();

CREATE TRIGGER "nameOrigin" BEFORE INSERT ON "TenantDataView" FOR EACH ROW EXECUTE FUNCTION "nameOrigin"();

CREATE TRIGGER "nameOrigin" BEFORE INSERT OR UPDATE OF subject ON "OperatorAction"
  FOR EACH ROW EXECUTE FUNCTION "nameOrigin"();

-- The operators are no authors that customers know.
CREATE FUNCTION "nameAuthor"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW."authorId" := CASE WHEN "origin"() ->> 'actorType' <> 'operator' THEN "origin"() ->> 'actor' END;
  RETURN NEW;
END $$;

CREATE TRIGGER "nameAuthor" BEFORE INSERT ON "Note" FOR EACH ROW EXECUTE FUNCTION "nameAuthor"();

CREATE TRIGGER "nameAuthor" BEFORE INSERT ON "Document" FOR EACH ROW EXECUTE FUNCTION "nameAuthor"();

-- Audit ---------------------------------------------------------------------------------------------------------------

-- Records a change in the audit of its organization: the first argument names it, the second has the columns of the row
-- that it tells. A user is the author of what happens to themself, unless the origin names somebody else; a change
-- without an origin is that of the login of a process. Ids are in the order of time, for entries of one millisecond.
CREATE FUNCTION "audit"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  said jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
  of_user text := CASE TG_TABLE_NAME WHEN 'User' THEN said ->> 'id' ELSE said ->> 'userId' END;
  organization text := CASE TG_TABLE_NAME WHEN 'Organization' THEN said ->> 'id' ELSE
    coalesce(said ->> 'organizationId', (SELECT "organizationId" FROM "User" WHERE id = said ->> 'userId')) END;
BEGIN
  -- An attorney belongs to none. An invitation that was accepted or is over ends without anybody.
  IF organization IS NULL OR TG_ARGV[0] = 'invitation_revoked' AND "origin"() ->> 'actor' IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO "AuditEvent" (id, "organizationId", action, "actorType", actor, "credentialId", network, result, detail)
    SELECT 'aud_' || uuidv7(), organization, TG_ARGV[0],
      CASE WHEN o ? 'actor' THEN o ->> 'actorType' WHEN of_user IS NULL THEN 'platform' ELSE 'user' END,
      coalesce(o ->> 'actor', of_user, session_user), o ->> 'credentialId',
      coalesce(o ->> 'network', said ->> 'network'), 'done',
      (SELECT coalesce(jsonb_object_agg(name, said -> name), '{}') FROM unnest(string_to_array(TG_ARGV[1], ',')) name)
    FROM (SELECT jsonb_strip_nulls("origin"()) AS o) given;
  RETURN NULL;
END $$;

-- What is audited: a change of a table, and what is told of its row. The entry is written at the commit.
DO $$
DECLARE
  t text[];
BEGIN
  FOREACH t SLICE 1 IN ARRAY ARRAY[
    ['webhook_endpoint_created', 'WebhookEndpoint', 'INSERT', 'true', 'id,mode'],
    ['webhook_endpoint_deleted', 'WebhookEndpoint', 'DELETE', 'true', 'id,mode'],
    ['webhook_secret_changed', 'WebhookEndpoint', 'UPDATE OF secret', 'OLD.secret <> NEW.secret', 'id,mode'],
    ['webhook_endpoint_disabled', 'WebhookEndpoint', 'UPDATE OF "disabledAt"',
      'OLD."disabledAt" IS NULL AND NEW."disabledAt" IS NOT NULL', 'id,mode']
  ] LOOP
    EXECUTE format('CREATE CONSTRAINT TRIGGER %I AFTER %s ON %I DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (%s)
      EXECUTE FUNCTION "audit"(%L, %L)', concat_ws('_', 'audit', t[1], split_part(t[3], ' ', 1)), t[3], t[2], t[4], t[1], t[5]);
  END LOOP;
END $$;

CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION "append_only"();

CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "AuditEvent" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();

-- What an owner sees: no row is written twice. Each of these tables has an index in its order; a volatile function, a
-- column of another type or a condition would keep PostgreSQL from merging them. `isHidden` is in place of a condition.
CREATE VIEW "Audit" AS
  SELECT id, "organizationId", "createdAt" AS at, action, "actorType", actor, "credentialId", network,
    NULL::text AS "caseId", result, detail, false AS "isHidden"
  FROM "AuditEvent"
  UNION ALL SELECT id, "organizationId", "writtenAt", 'case.' || kind,
    CASE WHEN author = 'attorney' THEN author WHEN "authorId" LIKE 'key\_%' THEN 'api_key' ELSE 'user' END, "authorId",
    "credentialId", network, "caseId", CASE WHEN (outcome ->> 'ok')::boolean THEN 'done'
      WHEN outcome IS NOT NULL THEN outcome ->> 'code'
      WHEN "writtenAt" < now() - interval '1 minute' THEN 'void' ELSE 'pending' END, NULL::jsonb,
    author NOT IN ('customer', 'attorney')
  FROM "Command"
  UNION ALL SELECT id, "organizationId", "createdAt", 'tenant_data_viewed',
    CASE "actorType" WHEN 'platform' THEN 'operator' ELSE "actorType" END, actor, "credentialId", network, "caseId",
    'done', jsonb_build_object('what', what), false
  FROM "TenantDataView"
  UNION ALL SELECT id, "organizationId", "createdAt", 'operator_action', 'operator', operator, NULL, NULL,
    CASE WHEN subject LIKE 'case\_%' THEN subject END, coalesce(outcome, 'pending'), jsonb_strip_nulls(
      jsonb_build_object('command', command, 'subject', subject, 'identifiedBy', "identifiedBy")), false
  FROM "OperatorAction";

-- What a row says goes with the details of its case.
CREATE FUNCTION "forgetImportRows"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM "CaseImportRow" WHERE "caseId" = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER "forgetImportRows" AFTER UPDATE OF "erasedAt" ON "Case"
  FOR EACH ROW WHEN (NEW."erasedAt" IS NOT NULL AND OLD."erasedAt" IS NULL) EXECUTE FUNCTION "forgetImportRows"();

CREATE FUNCTION "keepBeforeChanges"() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  NEW."beforeChanges" := CASE WHEN NEW."erasedAt" IS NULL
    THEN jsonb_build_object('at', to_jsonb(NEW."updatedAt"), 'facts', OLD.facts) END;
  RETURN NEW;
END $$;

CREATE TRIGGER "keepBeforeChanges" BEFORE UPDATE OF state, "erasedAt" ON "Case" FOR EACH ROW
  WHEN (NEW."erasedAt" IS NOT NULL OR NEW.mode = 'live' AND NEW.state = 'draft' AND OLD.state <> 'draft')
  EXECUTE FUNCTION "keepBeforeChanges"();

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

-- What a person sees of a case before they confirm, as a hash: its state, facts and evidence, and the charge to pay. With the
-- version of the facts: what was changed and changed back is not what a page may have shown between.
CREATE FUNCTION "confirmedHash"(c "Case", charge text) RETURNS bytea LANGUAGE sql STABLE
SET search_path = pg_catalog, public, pg_temp AS $$
  SELECT sha256(convert_to(jsonb_build_array(c.state, c."factsVersion", c.facts,
    (SELECT jsonb_agg(jsonb_build_array(d.id, d.filename, d.purpose, d."contentHash") ORDER BY d.id)
      FROM "Document" d WHERE d."caseId" = c.id AND d.purpose IS NOT NULL AND NOT d.superseded),
    (SELECT jsonb_build_array(h.id, h."amountCents", h.state) FROM "Charge" h WHERE h.id = charge AND h."caseId" = c.id)
  )::text, 'UTF8'))
$$;

-- Asked for by a key, confirmed once by a member who is signed in, within 24 hours, and used once after that. `hash` is that
-- of what was asked, then of what was confirmed, with the attestations that were given there.
CREATE FUNCTION "keepConfirmation"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  refused text;
BEGIN
  IF TG_OP = 'INSERT' THEN
    -- The column rounds to milliseconds.
    IF NEW."expiresAt" > clock_timestamp() + interval '24 hours 1 second' OR NEW."confirmedAt" IS NOT NULL OR NEW."confirmedById" IS NOT NULL OR NEW."usedBy" IS NOT NULL THEN
      refused := 'a confirmation begins unconfirmed, for 24 hours';
    ELSIF NOT EXISTS (SELECT FROM "ApiKey" k JOIN "Case" c ON c."organizationId" = k."organizationId" AND c.mode = k.mode
      WHERE k.id = NEW."keyId" AND c.id = NEW."caseId" AND k."organizationId" = NEW."organizationId" AND k.mode = NEW.mode) THEN
      refused := 'a key asks about cases of its organization and mode';
    END IF;
  ELSIF (NEW.id, NEW."organizationId", NEW.mode, NEW."caseId", NEW."keyId", NEW.action, NEW."createdAt", NEW."expiresAt")
      IS DISTINCT FROM (OLD.id, OLD."organizationId", OLD.mode, OLD."caseId", OLD."keyId", OLD.action, OLD."createdAt", OLD."expiresAt")
    OR NEW."chargeId" IS DISTINCT FROM OLD."chargeId" THEN
    refused := 'what a person is asked does not change';
  ELSIF OLD."confirmedAt" IS NULL THEN
    NEW."confirmedById" := "origin"() ->> 'actor';
    IF NEW."usedBy" IS NOT NULL OR OLD."expiresAt" <= clock_timestamp() OR "origin"() ->> 'actorType' IS DISTINCT FROM 'user'
      OR NOT EXISTS (SELECT FROM "User" u JOIN "Session" s ON s."userId" = u.id
        WHERE u.id = NEW."confirmedById" AND u."organizationId" = NEW."organizationId"
          AND s.id = "origin"() ->> 'credentialId' AND s."revokedAt" IS NULL AND NOT s.pending) THEN
      refused := 'a member who is signed in confirms, in time';
    END IF;
  ELSIF (NEW."confirmedAt", NEW."confirmedById", NEW.hash) IS DISTINCT FROM (OLD."confirmedAt", OLD."confirmedById", OLD.hash)
    OR OLD."usedBy" IS DISTINCT FROM NEW."usedBy" AND (OLD."usedBy" IS NOT NULL OR OLD."expiresAt" <= clock_timestamp()) THEN
    refused := 'a confirmation is used once, in time';
  END IF;
  IF refused IS NOT NULL THEN
    RAISE EXCEPTION '%', refused USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "keepConfirmation" BEFORE INSERT OR UPDATE ON "Confirmation" FOR EACH ROW EXECUTE FUNCTION "keepConfirmation"();

CREATE CONSTRAINT TRIGGER "audit_action_confirmed_UPDATE" AFTER UPDATE OF "confirmedAt" ON "Confirmation"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD."confirmedAt" IS NULL AND NEW."confirmedAt" IS NOT NULL)
  EXECUTE FUNCTION "audit"('action_confirmed', 'id,caseId,action,keyId');

-- A key that needs a person writes no command without the confirmation that it uses, but for what test mode alone has.
CREATE FUNCTION "keepConfirmed"() RETURNS trigger LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM "ApiKey" k WHERE k.id = NEW."authorId" AND k.confirm = 'required')
    AND NOT EXISTS (SELECT FROM "Confirmation" f WHERE f."usedBy" = NEW.id AND f."caseId" = NEW."caseId"
      AND f.action = NEW.kind AND f."keyId" = NEW."authorId" AND f."confirmedAt" IS NOT NULL) THEN
    RAISE EXCEPTION 'no person has confirmed this' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "keepConfirmed" BEFORE INSERT ON "Command" FOR EACH ROW
  WHEN (NEW.author = 'customer' AND NEW.kind NOT IN ('advance', 'simulate')) EXECUTE FUNCTION "keepConfirmed"();

-- Hashes of facts could be guessed, and names of files name people: both go with the details of the case.
CREATE FUNCTION "forgetAsked"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM "Confirmation" WHERE "caseId" = NEW.id;
  DELETE FROM "UploadLink" WHERE "caseId" = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER "forgetAsked" AFTER UPDATE OF "erasedAt" ON "Case"
  FOR EACH ROW WHEN (NEW."erasedAt" IS NOT NULL AND OLD."erasedAt" IS NULL) EXECUTE FUNCTION "forgetAsked"();

CREATE FUNCTION "forgetReads"() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  DELETE FROM "CaseRead" WHERE "caseId" = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER "forgetReads" AFTER UPDATE OF "erasedAt" ON "Case"
  FOR EACH ROW WHEN (NEW."erasedAt" IS NOT NULL AND OLD."erasedAt" IS NULL) EXECUTE FUNCTION "forgetReads"();
