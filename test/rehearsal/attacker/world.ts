import type { TestStore } from '@evict/store/testing';

/** A connection of its own, of the owner of the tables. */
export type Run = Pick<TestStore['pool'], 'query'>;

const hash = '0'.repeat(64);

/** The tables whose rows an attacker is after. */
const guarded = [
  'Case',
  'CaseEvent',
  'Command',
  'Document',
  'Blob',
  'BlobChunk',
  'Note',
  'Erasure',
  'Confirmation',
  'ApiKey',
  'OAuthItem',
];

/**
 * Rows of a stranger's: a live case under review by an attorney who is verified and licensed there, one that ended a year
 * ago, one under legal hold, an erased one, and the shell of a sandbox case; and an attorney who is neither assigned nor
 * licensed; what an agent has asked a person for, and an app that a member has
 * connected.
 */
export async function seedStranger(db: Run): Promise<void> {
  await db.query(`
    INSERT INTO "Organization" (id, name) VALUES ('org_a', 'Sandbox Holdings'), ('org_b', 'Oak Holdings');
    INSERT INTO "User" (id, email, "emailKey", role, verified) VALUES
      ('usr_avery', 'avery@example.com', 'avery@example.com', 'attorney', true),
      ('usr_blair', 'blair@example.com', 'blair@example.com', 'attorney', true);
    INSERT INTO "AttorneyLicense" VALUES ('usr_avery', 'MD', '1'), ('usr_blair', 'CA', '2');
    INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "nextAction", record,
        sequence, "attorneyId", "erasedAt", "legalHold", "updatedAt", "factsHash")
      SELECT id, 'org_a', mode, state, 'nonpayment', 'notice', 'MD', '{"freeText": "Terry"}', '{}',
        '{"approvals": {"notice": null, "filing": null}}', 1, 'usr_avery',
        CASE WHEN erased THEN now() - interval '1 day' END, held, now() - interval '400 days', 'hash'
      FROM (VALUES ('case_open', 'live', 'notice_review', false, false), ('case_ended', 'live', 'closed', false, false),
        ('case_held', 'test', 'closed', false, true), ('case_erased', 'live', 'closed', true, false),
        ('case_shell', 'test', 'closed', true, false)) AS c (id, mode, state, erased, held);
    INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", internal, detail, "createdAt")
      SELECT 'evt_' || id, id, 1, 'submit', 'customer', true, '{"by": "usr_1"}', now() - interval '400 days' FROM "Case";
    INSERT INTO "TenantDataView" (id, "caseId", "actorType", actor, what)
      SELECT 'tdv_' || id, id, 'attorney', 'usr_avery', 'case' FROM "Case";
    INSERT INTO "Command" (id, "caseId", author, "authorId", kind, body)
      SELECT 'cmd_' || id, id, 'customer', 'usr_1', 'submit', '{}' FROM "Case";
    INSERT INTO "Document" (id, "caseId", kind, filename, "contentType", "contentHash", "sizeBytes")
      SELECT 'doc_' || id, id, 'notice', 'notice.pdf', 'application/pdf', '${hash}', 1 FROM "Case";
    INSERT INTO "Blob" (id, "documentId", "caseId", "sizeBytes", sha256, complete)
      SELECT 'blob_' || id, 'doc_' || id, id, 1, '${hash}', true FROM "Case";
    INSERT INTO "BlobChunk" SELECT id, 0, 'x' FROM "Blob";
    INSERT INTO "Note" (id, "caseId", "writtenBy", body) SELECT 'note_' || id, id, 'attorney', 'Terry' FROM "Case";
    INSERT INTO "ApiKey" (id, hash, "organizationId", mode, confirm) VALUES ('key_agent', 'x', 'org_a', 'live', 'required');
    INSERT INTO "Confirmation" (id, "organizationId", mode, "caseId", "keyId", action, hash)
      VALUES ('cnf_open', 'org_a', 'live', 'case_open', 'key_agent', 'withdraw', 'x');
    INSERT INTO "User" (id, "organizationId", email, "emailKey", role) VALUES ('usr_1', 'org_a', 'a@b.co', 'a@b.co', 'owner');
    INSERT INTO "ApiKey" (id, hash, "organizationId", mode, confirm, "clientId", "createdById")
      VALUES ('key_app', 'ticket', 'org_a', 'test', 'required', 'app', 'usr_1');
    INSERT INTO "OAuthItem" (hash, kind, "clientId", "clientName", scopes, payload, "keyId", "expiresAt") VALUES
      ('asked', 'Interaction', 'app', 'App', '{read}', '{}', NULL, now() + interval '1 hour'),
      ('refresh', 'RefreshToken', 'app', 'App', '{read}', '{}', 'key_app', now() + interval '1 day')`);
}

/** Everything in the guarded tables, as a hash of each. */
export async function traceOf(db: Run): Promise<string> {
  const hashes = guarded.map(
    (table) => `(SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) FROM "${table}" t)`,
  );
  const { rows } = await db.query<{ trace: string }>(`SELECT concat_ws(' ', ${hashes.join(', ')}) AS trace`);
  return rows[0]?.trace ?? '';
}
