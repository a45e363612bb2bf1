/** What a process that was taken over would want, in SQL, by what it is. It stands for itself under every role. */
const approval = `{"decision": "approve", "reviewer": "usr_avery", "documentHashes": ["${'0'.repeat(64)}"]}`;
const given = `{"operator": "retention", "basis": "retention", "state": "closed", "sequence": 1, "record": {}, "nextAction": {}}`;
const event = (detail: string, command = 'NULL', action = 'review_recorded') => `
  INSERT INTO "CaseEvent" (id, "caseId", sequence, action, "actorType", internal, detail, "commandId", "createdAt")
    VALUES ('evt_forged', 'case_open', 2, '${action}', 'attorney', true, '${detail}', ${command}, now());`;
const onRecord = `UPDATE "Case" SET version = version + 1, state = 'notice_approved', record = jsonb_set(record, '{approvals,notice}',
  '{"reviewer": "usr_avery", "givenOn": "2026-11-26", "documentHashes": ["${'0'.repeat(64)}"]}') WHERE id = 'case_open';`;
const command = (author: string, id: string) => `INSERT INTO "Command" (id, "caseId", author, "authorId", kind, body)
  VALUES ('cmd_forged', 'case_open', '${author}', '${id}', 'review', '${approval}');`;

const kept = (kind: string, proof = `'guessed'`) => `SELECT "keepOAuth"('${kind}', 'forged', NULL, 'app', 'App', NULL,
  '{read}', '{}', 'key_app', ${proof}, 900)`;

/** Each leaves no trace in the guarded tables, under the role of any process and under the owner of the tables. */
export const attacks: Readonly<Record<string, string>> = {
  'an approval that nobody gave': event(approval),
  'an approval in the record of a case': onRecord,
  'an approval by an attorney who is not assigned': `${command('attorney', 'usr_blair')}
    ${event(approval.replace('avery', 'blair'), `'cmd_forged'`)}`,
  'an approval on the word of a customer': `${command('customer', 'usr_avery')} ${event(approval, `'cmd_forged'`)}`,
  'an approval of other bytes than were named': `${command('attorney', 'usr_avery')}
    ${event(approval.replace('000', '111'), `'cmd_forged'`)}`,
  'an approval after the license ended': `${command('attorney', 'usr_avery')} DELETE FROM "AttorneyLicense";
    ${event(approval, `'cmd_forged'`)}`,
  'an approval that was void, once more': `${command('attorney', 'usr_avery')}
    UPDATE "Command" SET outcome = '{"ok": true}' WHERE id = 'cmd_forged'; ${onRecord}`,
  'a served notice that was approved by no command': event('{}', `'cmd_case_open'`, 'approve_notice'),
  'the erasure of a live case five years early': `SELECT "eraseCase"('case_ended', '${given}')`,
  'the erasure of an open case': `SELECT "eraseCase"('case_open', '${given}')`,
  'the erasure of a case under legal hold': `SELECT "eraseCase"('case_held', '${given}')`,
  'the mark of an erasure': `UPDATE "Case" SET "erasedAt" = now() WHERE id IN ('case_ended', 'case_open')`,
  'an earlier last change': `UPDATE "Case" SET "updatedAt" = "updatedAt" - interval '10 years'`,
  'an erasure that is taken back': `UPDATE "Case" SET "erasedAt" = NULL WHERE id = 'case_erased'`,
  'the shell of a sandbox case within its year': `SELECT "deleteShell"('case_shell')`,
  'another mode': `UPDATE "Case" SET mode = 'test' WHERE id = 'case_open'`,
  'another organization': `UPDATE "Case" SET "organizationId" = 'org_b' WHERE id = 'case_open'`,
  'another id': `UPDATE "Document" SET id = 'doc_x' WHERE "caseId" = 'case_open'`,
  'a paper that moves to another case': `UPDATE "Document" SET "caseId" = 'case_ended' WHERE "caseId" = 'case_open'`,
  'other facts than were submitted': `UPDATE "Case" SET facts = '{}' WHERE id = 'case_open'`,
  'a history without its event': `DELETE FROM "CaseEvent" WHERE "caseId" IN ('case_open', 'case_erased')`,
  'another word in the history': `UPDATE "CaseEvent" SET detail = '{"by": "usr_2"}'`,
  'no history at all': `TRUNCATE "CaseEvent" CASCADE`,
  'a command that was never given': `DELETE FROM "Command" WHERE "caseId" = 'case_open'`,
  'the yes of a person that nobody gave': `UPDATE "Confirmation" SET "confirmedAt" = now()`,
  'the yes of a person who is not signed in': `SET LOCAL evict.origin =
    '{"actor": "usr_1", "actorType": "user", "credentialId": "ses_1"}'; UPDATE "Confirmation" SET "confirmedAt" = now()`,
  'a yes to something else': `UPDATE "Confirmation" SET action = 'submit', "expiresAt" = now() + interval '1 year'`,
  'what an agent does without the yes': `INSERT INTO "Command" (id, "caseId", author, "authorId", kind, body)
    VALUES ('cmd_forged', 'case_open', 'customer', 'key_agent', 'withdraw', '{}')`,
  'other words in a command': `UPDATE "Command" SET body = '{"a": 1}'`,
};

/** The same, under the processes alone: privileges and row-level security keep them from it, which do not bind the owner. */
export const attacksOfProcesses: Readonly<Record<string, string>> = {
  'a case that begins at its end': `INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction,
    facts, "nextAction") VALUES ('case_new', 'org_b', 'live', 'closed', 'g', 'e', 'MD', '{}', '{}')`,
  'a message in the name of nobody': `INSERT INTO "Note" (id, "caseId", "writtenBy", body)
    VALUES ('note_x', 'case_open', 'court', 'x')`,
  'bytes under a paper that has its own': `UPDATE "BlobChunk" SET bytes = 'y'`,
  'a message that was never written': `DELETE FROM "Note" WHERE "caseId" = 'case_open'`,
  'a token of a connection, for a code that nobody showed': kept('AccessToken'),
  'a refresh token for the hash that was seen of another': kept(
    'RefreshToken',
    '(SELECT hash FROM "OAuthItem" LIMIT 1)',
  ),
  'a code for a connection, without the ticket of the member': kept('AuthorizationCode'),
  'a token past the function': `INSERT INTO "OAuthItem" (hash, kind, "clientId", "clientName", scopes, payload, "keyId", "expiresAt")
    VALUES ('forged', 'AccessToken', 'app', 'App', '{read}', '{}', 'key_app', now() + interval '1 day')`,
  'a token that lasts': `UPDATE "OAuthItem" SET "expiresAt" = now() + interval '1 year'`,
  'a connection that no member made': `SET LOCAL evict.origin = '{"actor": "usr_1", "actorType": "user", "credentialId": "ses_1"}';
    SELECT "answerOAuth"('asked', true, 'key_new', 'org_a', 'test', 'never', 'ticket')`,
  'a hold that is lifted past its function': `UPDATE "Case" SET "legalHold" = false WHERE id = 'case_held'`,
};
