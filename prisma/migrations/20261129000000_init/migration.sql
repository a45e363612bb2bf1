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
    "dueAt" TIMESTAMPTZ(3),
    "failedStep" TEXT,
    "needsAttention" BOOLEAN NOT NULL DEFAULT false,
    "retryAt" TIMESTAMPTZ(3),
    "attorneyId" TEXT,
    "attorneyAccepted" BOOLEAN NOT NULL DEFAULT false,
    "legalHold" BOOLEAN NOT NULL DEFAULT false,
    "erasedAt" TIMESTAMPTZ(3),
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

-- What schema.prisma can't express
-- -------------------------------------------------------------------------------------

-- All three extensions are trusted, so the owner of the database may create them.
CREATE EXTENSION IF NOT EXISTS "btree_gist";
CREATE EXTENSION IF NOT EXISTS "btree_gin";
CREATE EXTENSION IF NOT EXISTS "pg_trgm";

-- The sandbox clerk's numbers for envelopes and dockets.
CREATE SEQUENCE "sandbox_envelope";
CREATE SEQUENCE "sandbox_docket";

-- PDF, JPEG and PNG are already compressed. Without further compression, a part of an inbox file can be read without
-- the rest.
ALTER TABLE "BlobChunk" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
ALTER TABLE "IntakeFile" ALTER COLUMN "content" SET STORAGE EXTERNAL;

-- `required`: a person confirms what the key asks for. `never`: nobody has to, which is allowed only in test mode.
-- Null: a person confirms what comes through `/mcp`. A connected app always has somebody who confirms, and somebody who
-- connected it.
ALTER TABLE "ApiKey"
  ADD CONSTRAINT "ApiKey_confirm_check" CHECK ("confirm" = 'required' OR "confirm" = 'never' AND "mode" = 'test'),
  ADD CONSTRAINT "ApiKey_connection_check"
    CHECK ("clientId" IS NULL OR "confirm" IS NOT NULL AND "createdById" IS NOT NULL);
-- A link without an organization belongs to an attorney, whose cases are live.
ALTER TABLE "CalendarLink" ADD CONSTRAINT "CalendarLink_check"
  CHECK ("organizationId" IS NOT NULL OR "userId" IS NOT NULL AND "mode" = 'live');
-- Every customer-visible event has its place in the feed of its organization and mode.
ALTER TABLE "CaseEvent" ADD CONSTRAINT "CaseEvent_feed_check" CHECK (
  "internal" = ("feedPosition" IS NULL) AND "internal" = ("organizationId" IS NULL) AND "internal" = ("mode" IS NULL));

-- Shown cases ---------------------------------------------------------------------------------------------------------

-- `shownBytes` is the approximate size of a case when it is shown, in bytes, so that a page of cases can be cut without
-- reading them. `shownFacts` is the part of a case's facts that a read shows, computed when the facts change. For large
-- cases it is null, so that their facts aren't stored twice.
ALTER TABLE "Case"
  ADD COLUMN "shownBytes" INTEGER NOT NULL GENERATED ALWAYS AS (
    1024 + octet_length("facts"::text) + octet_length("progress"::text) + octet_length("deadlines"::text)) STORED,
  ADD COLUMN "shownFacts" TEXT GENERATED ALWAYS AS (
    CASE WHEN octet_length("facts"::text) <= 262144 THEN ("facts" - 'ground' - 'entryPoint')::text END) STORED;

-- The lines of facts, reference and court number that a search looks through.
ALTER TABLE "CaseSearch" ADD COLUMN "text" TEXT NOT NULL GENERATED ALWAYS AS (
  "facts" || coalesce(E'\n' || "reference", '') || coalesce(E'\n' || "courtCaseNumber", '')) STORED;

-- Partial indexes -----------------------------------------------------------------------------------------------------

-- The customer's own name for a case.
CREATE UNIQUE INDEX "Case_organizationId_mode_reference_key" ON "Case"("organizationId", "mode", "reference")
  WHERE "reference" IS NOT NULL;
-- The customers' list of cases, by ground and state, in the order of creation and of the last change. Erased cases
-- aren't in it. Filtering by the time of the last change in the order of creation needs GiST, because each of its pages
-- stores the range of both times, and pages without a match are skipped.
CREATE INDEX "Case_ground_state_idx" ON "Case"("organizationId", "mode", "ground", "state", "createdAt" DESC, "id" DESC)
  WHERE "erasedAt" IS NULL;
CREATE INDEX "Case_ground_state_changed_idx"
  ON "Case"("organizationId", "mode", "ground", "state", "updatedAt" DESC, "id" DESC) WHERE "erasedAt" IS NULL;
CREATE INDEX "Case_changed_idx" ON "Case"
  USING gist ("organizationId", "mode", "ground", "state", "createdAt", "updatedAt") WHERE "erasedAt" IS NULL;
-- The list of what is next: open cases that wait for the customer, those with deadlines, and due charges.
CREATE INDEX "Case_waits_for_customer_idx" ON "Case"("organizationId", "mode", "updatedAt" DESC, "id" DESC)
  WHERE "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn') AND "nextAction" ->> 'by' = 'customer';
CREATE INDEX "Case_with_deadlines_idx" ON "Case"("organizationId", "mode")
  WHERE "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn') AND "deadlines" <> '[]';
CREATE INDEX "Charge_due_idx" ON "Charge"("caseId") WHERE "state" = 'due';
-- Open cases that operators may have to look at.
CREATE INDEX "Case_for_operators_idx" ON "Case"("createdAt" DESC, "id" DESC)
  WHERE ("state" = 'on_hold' OR "failedStep" IS NOT NULL) AND "state" NOT IN ('resolved', 'closed', 'withdrawn');
-- Cases that must have a running workflow, and those among them in which something falls due automatically.
CREATE INDEX "Case_open_process" ON "Case"("id")
  WHERE "sequence" > 0 AND "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn');
CREATE INDEX "Case_due_idx" ON "Case"("dueAt")
  WHERE "sequence" > 0 AND "erasedAt" IS NULL AND "state" NOT IN ('resolved', 'closed', 'withdrawn');
-- A trigram index finds parts of words. It includes organization and mode, so that a search doesn't read other
-- customers' cases. It has no list of pending entries, because each search would have to read all of it.
CREATE INDEX "CaseSearch_text_idx" ON "CaseSearch"
  USING gin ("organizationId", "mode", "text" "gin_trgm_ops") WITH (fastupdate = off);
-- An organization's feed, either all of it or only one action.
CREATE UNIQUE INDEX "CaseEvent_feed" ON "CaseEvent"("organizationId", "mode", "feedPosition") WHERE NOT "internal";
CREATE INDEX "CaseEvent_feed_of_action" ON "CaseEvent"("organizationId", "mode", "action", "feedPosition")
  WHERE NOT "internal";
-- Only one blob of a document is complete, even if several processes store its bytes at the same time. The second index
-- finds blobs whose upload was interrupted.
CREATE UNIQUE INDEX "Blob_documentId_complete_key" ON "Blob"("documentId") WHERE "complete";
CREATE INDEX "Blob_incomplete_idx" ON "Blob"("createdAt") WHERE NOT "complete";
-- Only one organization at a time can have proven a domain. A claim without proof keeps nobody else from it.
CREATE UNIQUE INDEX "SingleSignOn_domain" ON "SingleSignOn" ("domain") WHERE "provenAt" IS NOT NULL;
-- The commands that an organization's audit lists. Operators' commands appear there as their actions.
CREATE INDEX "Command_audit_idx" ON "Command"("organizationId", "writtenAt" DESC, "id" DESC)
  WHERE "author" IN ('customer', 'attorney');
-- What workers still have to do.
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
-- What retention deletes, by the time that it counts from.
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

-- Guards of the history -----------------------------------------------------------------------------------------------

-- Nobody may change events, commands and the audit, only add to them. The outcome of a command or an operator's action
-- is added once. Erasure may delete a case's commands and details of its events. Retention may delete the shell of a
-- sandbox case, and other audit rows after six years.
CREATE FUNCTION "append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := to_jsonb(OLD);
  after jsonb := to_jsonb(NEW);
  "erasedMode" text := (SELECT mode FROM "Case" WHERE id = before ->> 'caseId' AND "erasedAt" IS NOT NULL);
  "setLater" text[] := CASE TG_TABLE_NAME WHEN 'CaseEvent' THEN '{detail}' WHEN 'Command' THEN '{outcome,writtenAt}'
    WHEN 'OperatorAction' THEN '{outcome,subject,organizationId}' END;
  allowed boolean := false;
BEGIN
  IF TG_OP = 'DELETE' THEN
    allowed := CASE TG_TABLE_NAME
      WHEN 'Command' THEN "erasedMode" IS NOT NULL
      WHEN 'CaseEvent' THEN "erasedMode" = 'test'
      ELSE "erasedMode" = 'test' OR (before ->> 'createdAt')::timestamptz < now() - interval '6 years' END;
  ELSIF TG_OP = 'UPDATE' AND after - "setLater" = before - "setLater" THEN
    allowed := CASE TG_TABLE_NAME
      WHEN 'CaseEvent' THEN "erasedMode" IS NOT NULL
        AND (after ->> 'detail' IS NULL OR before -> 'detail' @> (after -> 'detail'))
      WHEN 'Command' THEN before ->> 'outcome' IS NULL OR after -> 'outcome' = before -> 'outcome'
      ELSE before ->> 'outcome' IS NULL AND (before ->> 'subject' IS NULL OR after -> 'subject' = before -> 'subject') END;
  END IF;
  IF allowed THEN
    RETURN coalesce(NEW, OLD);
  END IF;
  RAISE EXCEPTION '"%" is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "CaseEvent" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "Command" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "OperatorAction" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "TenantDataView" FOR EACH ROW EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "CaseEvent" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "Command" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "AuditEvent" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "OperatorAction" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();
CREATE TRIGGER "no_truncate" BEFORE TRUNCATE ON "TenantDataView" FOR EACH STATEMENT EXECUTE FUNCTION "append_only"();

-- A live case can only be approved by a command of its attorney, who must be assigned, verified and licensed in its
-- state. The approval counts once, and only for the same bytes.
CREATE FUNCTION "keepApprovals"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "Case" WHERE id = NEW."caseId" AND mode = 'live') AND NOT EXISTS (
    SELECT FROM "Command" k
      JOIN "Case" c ON c.id = k."caseId" AND c."attorneyId" = k."authorId"
      JOIN "User" u ON u.id = c."attorneyId" AND u.role = 'attorney' AND u.verified
      JOIN "AttorneyLicense" license ON license."attorneyId" = u.id AND license.state = c.jurisdiction
    WHERE k.id = NEW."commandId" AND k."caseId" = NEW."caseId" AND k.author = 'attorney' AND k.kind = 'review'
      AND k.body ->> 'decision' = 'approve' AND (k.outcome IS NULL OR k.outcome -> 'ok' = 'true')
      AND (NEW.action <> 'review_recorded' OR k."authorId" = NEW.detail ->> 'reviewer'
        AND k.body -> 'documentHashes' @> (NEW.detail -> 'documentHashes')
        AND k.body -> 'documentHashes' <@ (NEW.detail -> 'documentHashes'))
      AND NOT EXISTS (SELECT FROM "CaseEvent" e
        WHERE e."caseId" = k."caseId" AND e."commandId" = k.id AND e.action = NEW.action))
  THEN
    RAISE EXCEPTION 'no attorney has commanded this approval' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "keepApprovals" BEFORE INSERT ON "CaseEvent" FOR EACH ROW
  WHEN (NEW.action IN ('approve_notice', 'approve_filing')
    OR NEW.action = 'review_recorded' AND coalesce(NEW.detail ->> 'decision', 'approve') = 'approve')
  EXECUTE FUNCTION "keepApprovals"();

-- A process may only write commands in the name of its own author, which is determined by the role of its login.
CREATE FUNCTION "keepAuthor"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT (CASE NEW.author
    WHEN 'customer' THEN pg_has_role('evict_customer_gateway', 'MEMBER')
    WHEN 'attorney' THEN pg_has_role('evict_attorney_gateway', 'MEMBER')
    WHEN 'operator' THEN pg_has_role('evict_ops', 'MEMBER')
    WHEN 'platform' THEN pg_has_role('evict_case_worker', 'MEMBER')
    ELSE false END)
  THEN
    RAISE EXCEPTION 'this process does not write commands of the author %', NEW.author USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER "keepAuthor" BEFORE INSERT ON "Command" FOR EACH ROW EXECUTE FUNCTION "keepAuthor"();
