import { type Author, authors } from '@evict/case-model';
import { type Process, processes, roleOf } from '@evict/store/roles';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, describe, expect, test } from 'vitest';

// Tests the three kinds of triggers, which apply to every role, including the owner of the tables.

const store = openTestStore(await cloneDatabase(), 2);
afterAll(() => store.close());

const denied = '42501';
const everybody = [...processes, 'owner'] as const;
type Role = (typeof everybody)[number];

/**
 * Runs a statement after `seed`, and rolls both back. Returns the SQLSTATE if it is refused, otherwise the number of
 * changed rows.
 */
async function attempt(role: Role, seed: string, text: string): Promise<string | number | null> {
  const client = await store.pool.connect();
  try {
    // The seed bypasses the triggers, because it includes old, changed and erased rows.
    await client.query(`BEGIN; SET LOCAL session_replication_role = replica; ${seed};
      SET LOCAL session_replication_role = origin; ${role === 'owner' ? '' : `SET LOCAL ROLE ${roleOf(role)}`}`);
    return (await client.query(text)).rowCount;
  } catch (error) {
    return String((error as { code?: unknown }).code);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const insertCase = (id: string, mode: 'live' | 'test', isErased: boolean) => `INSERT INTO "Case"
  (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "nextAction", "attorneyId", "erasedAt")
  VALUES ('${id}', 'org_1', '${mode}', 'notice_review', 'nonpayment', 'notice', 'MD', '{}', '{}', 'usr_avery',
    ${isErased ? 'now()' : 'NULL'});`;

describe('recorded rows', () => {
  const seed = `INSERT INTO "Organization" (id, name) VALUES ('org_1', 'Sandbox Holdings');
    ${insertCase('case_open', 'live', false)} ${insertCase('case_erased', 'live', true)}
    ${insertCase('case_shell', 'test', true)}
    ${['open', 'erased', 'shell']
      .map(
        (of) => `
      INSERT INTO "CaseEvent" (id, "caseId", action, "actorType", internal, detail, "createdAt") VALUES
        ('evt_${of}', 'case_${of}', 'hold', 'platform', true, '{"reason": "operator", "notes": "Terry"}', now());
      INSERT INTO "Command" (id, "caseId", author, "authorId", kind, body, outcome) VALUES
        ('cmd_${of}', 'case_${of}', 'customer', 'usr_1', 'withdraw', '{}', NULL),
        ('cmd_${of}_decided', 'case_${of}', 'customer', 'usr_1', 'withdraw', '{}', '{"ok": true}');
      INSERT INTO "TenantDataView" (id, "caseId", "actorType", actor, what, "createdAt") VALUES
        ('view_${of}', 'case_${of}', 'attorney', 'usr_avery', 'case', now()),
        ('view_${of}_old', 'case_${of}', 'attorney', 'usr_avery', 'case', now() - interval '6 years 1 day');`,
      )
      .join('')}
    INSERT INTO "OperatorAction" (id, operator, command, "createdAt") VALUES
      ('act_new', 'robin', 'hold', now()), ('act_old', 'robin', 'hold', now() - interval '6 years 1 day');
    INSERT INTO "OperatorAction" (id, operator, command, subject, outcome) VALUES
      ('act_done', 'robin', 'hold', 'case_open', 'done');
    INSERT INTO "AuditEvent" (id, "organizationId", action, "actorType", actor, result, detail, "createdAt") VALUES
      ('aud_new', 'org_1', 'signed_in', 'user', 'usr_1', 'done', '{}', now()),
      ('aud_old', 'org_1', 'signed_in', 'user', 'usr_1', 'done', '{}', now() - interval '6 years 1 day')`;

  const tables = ['CaseEvent', 'Command', 'TenantDataView', 'OperatorAction', 'AuditEvent'];
  const columnsOf = async (table: string) =>
    (
      await store.pool.query<{ name: string; type: string }>(
        `SELECT column_name AS name, udt_name AS type FROM information_schema.columns WHERE table_name = $1`,
        [table],
      )
    ).rows;
  const others: Record<string, string> = {
    text: `'other'`,
    jsonb: `'{"other": 1}'`,
    timestamptz: `'2000-01-01'`,
    bool: 'false',
    int4: '7',
    int8: '7',
  };
  /** The columns of each table that may be set after the insert. */
  const setLater: Record<string, string[]> = {
    CaseEvent: ['detail'],
    Command: ['outcome', 'writtenAt'],
    OperatorAction: ['outcome', 'subject', 'organizationId'],
  };

  test.each(tables)('of %s can be updated only in columns that are meant to be set later', async (table) => {
    for (const { name, type } of await columnsOf(table)) {
      if (setLater[table]?.includes(name)) continue;
      const outcome = await attempt('owner', seed, `UPDATE "${table}" SET "${name}" = ${others[type]}`);
      expect([name, outcome]).toEqual([name, denied]);
    }
  });

  test.each(tables)("of %s can't be truncated", async (table) => {
    for (const role of everybody)
      expect([role, await attempt(role, seed, `TRUNCATE "${table}" CASCADE`)]).toEqual([role, denied]);
  });

  test.each([
    `DELETE FROM "CaseEvent" WHERE id IN ('evt_open')`,
    `DELETE FROM "CaseEvent" WHERE id = 'evt_erased'`,
    `DELETE FROM "Command" WHERE id = 'cmd_open'`,
    `DELETE FROM "TenantDataView" WHERE id = 'view_open'`,
    `DELETE FROM "TenantDataView" WHERE id = 'view_erased'`,
    `DELETE FROM "OperatorAction" WHERE id = 'act_new'`,
    `DELETE FROM "AuditEvent" WHERE id = 'aud_new'`,
    `UPDATE "CaseEvent" SET detail = NULL WHERE id = 'evt_open'`,
    `UPDATE "CaseEvent" SET detail = '{"reason": "tenant"}' WHERE id = 'evt_erased'`,
    `UPDATE "CaseEvent" SET detail = detail || '{"more": 1}' WHERE id = 'evt_erased'`,
    `UPDATE "Command" SET body = '{"a": 1}' WHERE id = 'cmd_open'`,
    `UPDATE "Command" SET author = 'operator' WHERE id = 'cmd_open'`,
    `UPDATE "Command" SET outcome = '{"ok": false}' WHERE id = 'cmd_open_decided'`,
    `UPDATE "Command" SET outcome = NULL WHERE id = 'cmd_open_decided'`,
    `UPDATE "TenantDataView" SET actor = 'usr_2' WHERE id = 'view_open'`,
    `UPDATE "OperatorAction" SET outcome = 'refused' WHERE id = 'act_done'`,
    `UPDATE "OperatorAction" SET subject = 'case_erased' WHERE id = 'act_done'`,
    `UPDATE "OperatorAction" SET outcome = 'done', operator = 'casey' WHERE id = 'act_new'`,
    `UPDATE "AuditEvent" SET actor = 'usr_2' WHERE id = 'aud_new'`,
  ])("can't be changed by any role with %s", async (text) => {
    for (const role of everybody) expect([role, await attempt(role, seed, text)]).toEqual([role, denied]);
  });

  test.each<[Role, string]>([
    ['case_worker', `UPDATE "CaseEvent" SET detail = NULL WHERE id = 'evt_erased'`],
    ['ops', `UPDATE "CaseEvent" SET detail = '{"reason": "operator"}' WHERE id = 'evt_erased'`],
    ['case_worker', `DELETE FROM "CaseEvent" WHERE id = 'evt_shell'`],
    ['case_worker', `DELETE FROM "Command" WHERE id = 'cmd_erased'`],
    ['ops', `DELETE FROM "Command" WHERE id = 'cmd_erased'`],
    ['case_worker', `DELETE FROM "TenantDataView" WHERE id = 'view_shell'`],
    ['case_worker', `UPDATE "Command" SET outcome = '{"ok": true}' WHERE id = 'cmd_open'`],
    ['customer_gateway', `UPDATE "Command" SET "writtenAt" = clock_timestamp() WHERE id = 'cmd_open'`],
    ['attorney_gateway', `UPDATE "Command" SET "writtenAt" = clock_timestamp() WHERE id = 'cmd_open_decided'`],
    ['ops', `UPDATE "OperatorAction" SET outcome = 'done', subject = 'case_open' WHERE id = 'act_new'`],
    ['outbox_worker', `DELETE FROM "OperatorAction" WHERE id = 'act_old'`],
    ['outbox_worker', `DELETE FROM "AuditEvent" WHERE id = 'aud_old'`],
    ['outbox_worker', `DELETE FROM "TenantDataView" WHERE id = 'view_open_old'`],
  ])('can be changed by %s with %s', async (role, text) => {
    expect(await attempt(role, seed, text)).toBe(1);
  });
});

describe('a command can be written', () => {
  const seed = `INSERT INTO "Organization" (id, name) VALUES ('org_1', 'Sandbox Holdings');
    ${insertCase('case_1', 'live', false)}`;
  const authorOf: Partial<Record<Role, Author>> = {
    customer_gateway: 'customer',
    attorney_gateway: 'attorney',
    ops: 'operator',
    case_worker: 'platform',
  };

  test.each(processes)('by %s only for the kind of author that it acts for, if any', async (role: Process) => {
    for (const author of [...authors, 'nobody']) {
      const text = `INSERT INTO "Command" (id, "caseId", author, "authorId", kind, body)
        VALUES ('cmd_1', 'case_1', '${author}', 'x', 'withdraw', '{}')`;
      const expected = author === authorOf[role] ? 1 : denied;
      expect([author, await attempt(role, seed, text)]).toEqual([author, expected]);
    }
  });
});

describe('an approval of a live case', () => {
  const hash = '0'.repeat(64);
  const approval = (of = hash, by = 'usr_avery', decision = 'approve') =>
    `'{"decision": "${decision}", "reviewer": "${by}", "documentHashes": ["${of}"]}'`;
  const seed = ({ mode = 'live', setUp = '' }: { mode?: 'live' | 'test'; setUp?: string } = {}) => `
    INSERT INTO "Organization" (id, name) VALUES ('org_1', 'Sandbox Holdings');
    INSERT INTO "User" (id, email, "emailKey", role, verified) VALUES
      ('usr_avery', 'avery@example.com', 'avery@example.com', 'attorney', true),
      ('usr_blair', 'blair@example.com', 'blair@example.com', 'attorney', true);
    INSERT INTO "AttorneyLicense" ("attorneyId", state, "barNumber") VALUES
      ('usr_avery', 'MD', '1'), ('usr_blair', 'MD', '2');
    ${insertCase('case_1', mode, false)} ${insertCase('case_2', 'live', false)} ${setUp}`;
  const command = ({
    author = 'attorney',
    id = 'usr_avery',
    body = approval(),
    of = 'case_1',
    outcome = 'NULL',
  } = {}) =>
    `INSERT INTO "Command" (id, "caseId", author, "authorId", kind, body, outcome)
      VALUES ('cmd_1', '${of}', '${author}', '${id}', 'review', ${body}, ${outcome});`;
  const event = (action: string, detail = approval()) => `
    INSERT INTO "CaseEvent" (id, "caseId", action, "actorType", internal, detail, "commandId", "createdAt")
      VALUES ('evt_${action}', 'case_1', '${action}', 'attorney', true, ${detail}, 'cmd_1', now());`;

  const writer = 'case_worker';
  const roles = ['owner', writer] as const;
  const approvals = ['review_recorded', 'approve_notice', 'approve_filing'];

  test.each<[string, string]>([
    ['without a command', ''],
    ['by a customer', command({ author: 'customer' })],
    ['by an attorney who is not assigned', command({ id: 'usr_blair' })],
    ['by a command of another case', command({ of: 'case_2' })],
    ['by a command that asked for changes', command({ body: approval(hash, 'usr_avery', 'request_changes') })],
    ['by a command that was refused', command({ outcome: `'{"ok": false}'` })],
    ['after the license ended', `${command()} DELETE FROM "AttorneyLicense" WHERE "attorneyId" = 'usr_avery'`],
    [
      'with a license for another state',
      `${command()} UPDATE "AttorneyLicense" SET state = 'VA' WHERE "attorneyId" = 'usr_avery'`,
    ],
    ['by an unverified attorney', `${command()} UPDATE "User" SET verified = false WHERE id = 'usr_avery'`],
    ['by a former attorney', `${command()} UPDATE "User" SET role = 'owner' WHERE id = 'usr_avery'`],
    ['a second time', `${command()} ${approvals.map((action) => event(action).replaceAll('evt_', 'old_')).join(' ')}`],
  ])('%s is refused, even to the owner of the tables', async (_what, setUp) => {
    for (const action of approvals)
      for (const role of roles)
        expect([action, role, await attempt(role, seed({ setUp }), event(action))]).toEqual([action, role, denied]);
  });

  test.each<[string, string]>([
    ['other hashes', approval('1'.repeat(64))],
    ['more hashes', `'{"decision": "approve", "reviewer": "usr_avery", "documentHashes": ["${hash}", "1"]}'`],
    ['another reviewer', approval(hash, 'usr_blair')],
    ['no hashes', `'{"decision": "approve", "reviewer": "usr_avery"}'`],
    ['no content', `'{}'`],
  ])('is refused if, unlike its command, it has %s', async (_what, detail) => {
    for (const role of roles)
      expect(await attempt(role, seed({ setUp: command() }), event('review_recorded', detail))).toBe(denied);
  });

  test.each(['NULL', `'{"ok": true}'`])('is recorded if its command has the outcome %s', async (outcome) => {
    const setUp = command({ outcome });
    for (const action of approvals) expect(await attempt(writer, seed({ setUp }), event(action))).toBe(1);
  });

  test('can be recorded in one statement with the event that follows from it', async () => {
    const text = `INSERT INTO "CaseEvent" (id, "caseId", action, "actorType", internal, detail, "commandId", "createdAt")
      SELECT 'evt_' || action, 'case_1', action, 'attorney', true, ${approval()}::jsonb, 'cmd_1', now()
      FROM unnest(ARRAY['review_recorded', 'approve_notice']) action`;
    expect(await attempt(writer, seed({ setUp: command() }), text)).toBe(2);
  });

  test('needs a command, unlike requested changes and approvals of sandbox cases', async () => {
    const changes = event('review_recorded', approval(hash, 'usr_avery', 'request_changes'));
    expect(await attempt(writer, seed(), changes)).toBe(1);
    for (const action of approvals) expect(await attempt(writer, seed({ mode: 'test' }), event(action))).toBe(1);
  });
});
