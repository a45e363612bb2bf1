import { authors } from '@evict/case-model';
import { grants, type Process, privilegesOf, processes, roleOf, type Table } from '@evict/store/roles';
import { openTestStore } from '@evict/store/testing';
import { urlAs } from '@evict/local';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, describe, expect, test } from 'vitest';

// What each process may do in the database, asked of PostgreSQL itself under the login of the process.

const url = await cloneDatabase();
const owner = openTestStore(url, 2);
const stores = Object.fromEntries(
  processes.map((process) => [process, openTestStore(urlAs(process, url), 2)]),
) as Record<Process, typeof owner>;
afterAll(() => Promise.all([owner, ...Object.values(stores)].map((one) => one.close())));

const denied = '42501';
const tables = (
  await owner.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
  )
).rows.map(({ name }) => name);

/** The SQLSTATE with which a statement is refused, or 'done'. It is rolled back. */
async function attempt(process: Process | 'owner', text: string): Promise<string> {
  const client = await (process === 'owner' ? owner : stores[process]).pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(text);
    return 'done';
  } catch (error) {
    return String((error as { code?: unknown }).code);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Which of the four privileges a process has on a table, according to PostgreSQL. */
async function held(process: Process, table: string): Promise<string[]> {
  const { rows } = await owner.pool.query<{ privilege: string }>(
    `SELECT privilege FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) privilege
      WHERE has_table_privilege($1, $2, privilege)`,
    [process, `"${table}"`],
  );
  return rows.map(({ privilege }) => privilege);
}

test('every table has a row here, and no process owns one', async () => {
  expect([...Object.keys(grants), '_prisma_migrations'].toSorted()).toEqual(tables.toSorted());
  const { rows } = await owner.pool.query(
    `SELECT relname FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner
      WHERE r.rolname = ANY ($1) OR r.rolname = ANY ($2)`,
    [processes, processes.map(roleOf)],
  );
  expect(rows).toEqual([]);
});

describe.each(processes)('%s', (process) => {
  test.each(tables)('may do with %s what its row says and nothing else', async (table) => {
    const granted: string[] = table in grants ? privilegesOf(process, table as Table) : [];
    expect(new Set(await held(process, table))).toEqual(new Set(granted));
    const statements = {
      SELECT: `SELECT 1 FROM "${table}" LIMIT 1`,
      INSERT: `INSERT INTO "${table}" DEFAULT VALUES`,
      DELETE: `DELETE FROM "${table}" WHERE false`,
      TRUNCATE: `TRUNCATE "${table}" CASCADE`,
      ALTER: `ALTER TABLE "${table}" ADD COLUMN mine int`,
      TRIGGER: `ALTER TABLE "${table}" DISABLE TRIGGER ALL`,
      DROP: `DROP TABLE "${table}" CASCADE`,
    };
    for (const [privilege, text] of Object.entries(statements)) {
      if (!granted.includes(privilege)) expect([privilege, await attempt(process, text)]).toEqual([privilege, denied]);
    }
  });

  test('creates nothing of its own', async () => {
    for (const text of ['CREATE TABLE mine (id int)', 'CREATE SCHEMA mine', 'CREATE ROLE mine'])
      expect([text, await attempt(process, text)]).toEqual([text, denied]);
    for (const other of processes.filter((one) => one !== process))
      expect(await attempt(process, `SET ROLE ${roleOf(other)}`)).toBe(denied);
  });
});

describe('a command', () => {
  const seed = `INSERT INTO "Organization" (id, name) VALUES ('org_c', 'Sandbox Holdings');
    INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "nextAction")
      VALUES ('case_c', 'org_c', 'live', 'draft', 'g', 'e', 'ZZ', '{}', '{}');
    ${authors.map((author) => write(author)).join('\n')}
    INSERT INTO "Command" (id, "caseId", author, "authorId", kind, body, outcome)
      VALUES ('cmd_decided', 'case_c', 'customer', 'x', 'withdraw', '{}', '{"ok": true}');
`;
  const as = (process: Process, text: string) => attempt('owner', `${seed} SET LOCAL ROLE ${roleOf(process)}; ${text}`);
  const writers: [Process, (typeof authors)[number]][] = [
    ['customer_gateway', 'customer'],
    ['attorney_gateway', 'attorney'],
    ['ops', 'operator'],
    ['case_worker', 'platform'],
    ['outbox_worker', 'platform'],
  ];

  test.each(writers)('%s writes in the name of its %s, and of nobody else', async (process, own) => {
    for (const author of authors) {
      const expected = author === own ? 'done' : denied;
      expect([author, await as(process, write(author, 'new'))]).toEqual([author, expected]);
    }
  });

  describe.each(writers)('of %s', (process, own) => {
    const writtenAt = (condition: string) =>
      `SELECT 1 / count(*) FROM "Command" WHERE id = 'cmd_${own}' AND "writtenAt" ${condition}`;
    const insideTheLastMinute = writtenAt(
      `BETWEEN clock_timestamp() - interval '1 minute' AND clock_timestamp() + interval '1 second'`,
    );
    const aged = `SET LOCAL session_replication_role = replica;
      UPDATE "Command" SET "writtenAt" = now() - interval '1 hour' WHERE id = 'cmd_${own}';
      SET LOCAL session_replication_role = origin;`;
    const after = (setUp: string, text: string) =>
      attempt('owner', `${seed} ${setUp} SET LOCAL ROLE ${roleOf(process)}; ${text}`);

    test.each(['1 year', '-1 hour'])('was written when it was written, not %s from then', async (shift) => {
      const insert = `INSERT INTO "Command" (id, "caseId", author, "authorId", kind, body, "writtenAt")
        VALUES ('cmd_${own}', 'case_c', '${own}', 'x', 'withdraw', '{}', now() + interval '${shift}');`;
      const empty = `SET LOCAL session_replication_role = replica; DELETE FROM "Command" WHERE id = 'cmd_${own}';
        SET LOCAL session_replication_role = origin;`;
      expect(await after(empty, `${insert} ${insideTheLastMinute}`)).toBe('done');
    });

    test.each(['1 year', '-2 hours'])('is renewed now, not %s from then', async (shift) => {
      const renew = `UPDATE "Command" SET "writtenAt" = now() + interval '${shift}' WHERE id = 'cmd_${own}';`;
      expect(await after(aged, `${renew} ${insideTheLastMinute}`)).toBe('done');
    });

    test('is not renewed by its outcome', async () => {
      const settle = `UPDATE "Command" SET outcome = '{"ok": true}' WHERE id = 'cmd_${own}';`;
      const text = `${seed} ${aged} SET LOCAL ROLE ${roleOf('case_worker')}; ${settle}`;
      expect(await attempt('owner', `${text} ${writtenAt(`< now() - interval '59 minutes'`)}`)).toBe('done');
    });
  });

  test.each<[string, string]>([
    [
      'gets its outcome from the case worker',
      `UPDATE "Command" SET outcome = '{"ok": true}' WHERE id = 'cmd_customer'`,
    ],
    ['is written again with the same words', `UPDATE "Command" SET "writtenAt" = now() WHERE id = 'cmd_decided'`],
  ])('%s', async (_what, text) => {
    expect(await as('case_worker', text)).toBe('done');
  });

  test.each<[string, string]>([
    ['keeps its words', `UPDATE "Command" SET body = '{"a": 1}' WHERE id = 'cmd_customer'`],
    ['keeps its author', `UPDATE "Command" SET author = 'operator' WHERE id = 'cmd_customer'`],
    ['keeps its case', `UPDATE "Command" SET "caseId" = 'case_d' WHERE id = 'cmd_customer'`],
    ['keeps its outcome', `UPDATE "Command" SET outcome = '{"ok": false}' WHERE id = 'cmd_decided'`],
    ['keeps that it was decided', `UPDATE "Command" SET outcome = NULL WHERE id = 'cmd_decided'`],
  ])('%s, also under its owner', async (_what, text) => {
    expect(await attempt('owner', `${seed} ${text}`)).toBe('P0001');
  });

  function write(author: string, name = author): string {
    return `INSERT INTO "Command" (id, "caseId", author, "authorId", kind, body)
      VALUES ('cmd_${name}', 'case_c', '${author}', 'x', 'withdraw', '{}');`;
  }
});

describe('a history', () => {
  const insertCase = (id: string, mode: string, erased: boolean) => `INSERT INTO "Case"
    (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "nextAction", "erasedAt")
    VALUES ('${id}', 'org_h', '${mode}', 'closed', 'g', 'e', 'ZZ', '{}', '{}', ${erased ? 'now()' : 'NULL'})`;
  // Past the triggers, which want the command of an approval.
  const seed = `SET LOCAL session_replication_role = replica; INSERT INTO "Organization" (id, name) VALUES ('org_h', 'Sandbox Holdings');
    ${[
      ['case_open', 'live', false],
      ['case_erased', 'live', true],
      ['case_shell', 'test', true],
    ]
      .map(([id, mode, erased]) => {
        const name = String(id);
        return `${insertCase(name, String(mode), Boolean(erased))};
          INSERT INTO "CaseEvent" (id, "caseId", action, "actorType", internal, detail, "createdAt")
            VALUES ('evt_${name}', '${name}', 'hold', 'platform', true, '{"reason": "operator"}', now());
          INSERT INTO "CaseEvent" (id, "caseId", action, "actorType", internal, detail, "createdAt")
            VALUES ('rev_${name}', '${name}', 'review_recorded', 'attorney', true,
              '{"decision": "approve", "reviewer": "usr_1", "documentHashes": ["0"], "notes": "Terry"}', now());
          INSERT INTO "TenantDataView" (id, "caseId", "actorType", actor, what)
            VALUES ('tdv_${name}', '${name}', 'attorney', 'usr_1', 'case');`;
      })
      .join('\n')}
    INSERT INTO "OperatorAction" (id, operator, command, "createdAt") VALUES ('opa_old', 'robin', 'hold', now() - interval '6 years 1 day');
    INSERT INTO "OperatorAction" (id, operator, command) VALUES ('opa_new', 'robin', 'hold');
    INSERT INTO "OperatorAction" (id, operator, command, outcome, subject) VALUES ('opa_done', 'robin', 'hold', 'done', 'case_1');
    SET LOCAL session_replication_role = origin;`;
  const after = (process: Process | 'owner', text: string) =>
    attempt('owner', `${seed} ${process === 'owner' ? '' : `SET LOCAL ROLE ${roleOf(process)};`} ${text}`);

  const kept = `'{"decision": "approve", "reviewer": "usr_1", "documentHashes": ["0"]}'`;
  test.each<[Process | 'owner', string, string]>([
    ['owner', `UPDATE "CaseEvent" SET detail = NULL WHERE id = 'evt_case_open'`, denied],
    ['owner', `UPDATE "CaseEvent" SET action = 'close' WHERE id = 'evt_case_erased'`, denied],
    ['owner', `UPDATE "CaseEvent" SET detail = '{}' WHERE id = 'evt_case_erased'`, denied],
    ['owner', `UPDATE "CaseEvent" SET detail = NULL WHERE id = 'rev_case_erased'`, denied],
    [
      'owner',
      `UPDATE "CaseEvent" SET detail = NULL, "createdAt" = now() - interval '1 day' WHERE id = 'evt_case_erased'`,
      denied,
    ],
    ['owner', `UPDATE "CaseEvent" SET detail = NULL WHERE id = 'evt_case_erased'`, 'done'],
    ['owner', `UPDATE "CaseEvent" SET detail = ${kept} WHERE id = 'rev_case_erased'`, 'done'],
    ['owner', `DELETE FROM "CaseEvent" WHERE id = 'evt_case_open'`, denied],
    ['owner', `DELETE FROM "CaseEvent" WHERE id = 'evt_case_erased'`, denied],
    ['owner', `DELETE FROM "CaseEvent" WHERE id = 'evt_case_shell'`, 'done'],
    ['owner', `TRUNCATE "CaseEvent"`, denied],
    ['case_worker', `UPDATE "CaseEvent" SET detail = NULL WHERE id = 'evt_case_open'`, denied],
    ['case_worker', `UPDATE "CaseEvent" SET detail = NULL WHERE id = 'evt_case_erased'`, 'done'],
    ['case_worker', `DELETE FROM "CaseEvent" WHERE id = 'evt_case_shell'`, 'done'],
    ['ops', `UPDATE "CaseEvent" SET detail = NULL WHERE id = 'evt_case_erased'`, 'done'],
    ['owner', `UPDATE "OperatorAction" SET outcome = 'done', subject = 'case_1' WHERE id = 'opa_new'`, 'done'],
    ['ops', `UPDATE "OperatorAction" SET outcome = 'done', subject = 'case_1' WHERE id = 'opa_new'`, 'done'],
    ['ops', `UPDATE "OperatorAction" SET outcome = 'refused' WHERE id = 'opa_done'`, denied],
    ['owner', `UPDATE "OperatorAction" SET outcome = 'refused' WHERE id = 'opa_done'`, denied],
    ['owner', `UPDATE "OperatorAction" SET outcome = 'done', operator = 'casey' WHERE id = 'opa_new'`, denied],
    ['owner', `DELETE FROM "OperatorAction" WHERE id = 'opa_new'`, denied],
    ['outbox_worker', `DELETE FROM "OperatorAction" WHERE id = 'opa_new'`, denied],
    ['outbox_worker', `DELETE FROM "OperatorAction" WHERE id = 'opa_old'`, 'done'],
    ['owner', `TRUNCATE "OperatorAction"`, denied],
    ['owner', `UPDATE "TenantDataView" SET actor = 'usr_2' WHERE id = 'tdv_case_open'`, denied],
    ['owner', `DELETE FROM "TenantDataView" WHERE id = 'tdv_case_open'`, denied],
    ['owner', `DELETE FROM "TenantDataView" WHERE id = 'tdv_case_erased'`, denied],
    ['owner', `DELETE FROM "TenantDataView" WHERE id = 'tdv_case_shell'`, 'done'],
    ['owner', `TRUNCATE "TenantDataView"`, denied],
  ])('under %s: %s is %s', async (process, text, outcome) => {
    expect(await after(process, text)).toBe(outcome);
  });
});

describe('an approval of a live case', () => {
  const hash = '0'.repeat(64);
  const approval = (by = 'usr_avery', of = hash) =>
    `'{"decision": "approve", "reviewer": "${by}", "documentHashes": ["${of}"]}'`;
  const seed = `INSERT INTO "Organization" (id, name) VALUES ('org_a', 'Sandbox Holdings');
    INSERT INTO "User" (id, email, "emailKey", role, verified) VALUES
      ('usr_avery', 'avery@example.com', 'avery@example.com', 'attorney', true),
      ('usr_blair', 'blair@example.com', 'blair@example.com', 'attorney', true);
    INSERT INTO "AttorneyLicense" VALUES ('usr_avery', 'MD', '1');
    INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "nextAction", record,
        "attorneyId")
      VALUES ('case_a', 'org_a', 'live', 'notice_review', 'nonpayment', 'notice', 'MD', '{}', '{}',
        '{"approvals": {"notice": null}}', 'usr_avery');`;
  const command = (author: string, id = 'usr_avery') => `
    INSERT INTO "Command" (id, "caseId", author, "authorId", kind, body)
      VALUES ('cmd_1', 'case_a', '${author}', '${id}', 'review', ${approval()});`;
  const event = (detail: string, action = 'review_recorded') => `
    INSERT INTO "CaseEvent" (id, "caseId", action, "actorType", internal, detail, "commandId", "createdAt")
      VALUES ('evt_1', 'case_a', '${action}', 'attorney', true, ${detail}, 'cmd_1', now());`;
  const onRecord = `UPDATE "Case" SET record = jsonb_set(record, '{approvals,notice}', ${approval()}) WHERE id = 'case_a';`;

  test.each<[string, string]>([
    ['without a command', event(approval())],
    ['of its record without a command', onRecord],
    ['by a customer', `${command('customer')} ${event(approval())}`],
    ['by an attorney who is not assigned', `${command('attorney', 'usr_blair')} ${event(approval('usr_blair'))}`],
    ['of other bytes', `${command('attorney')} ${event(approval('usr_avery', '1'.repeat(64)))}`],
    ['after the license ended', `${command('attorney')} DELETE FROM "AttorneyLicense"; ${event(approval())}`],
    ['in words alone', event(`'{}'`, 'approve_notice')],
  ])('%s is refused, also to the owner', async (_what, text) => {
    expect(await attempt('owner', `${seed} ${text}`)).toBe(denied);
  });

  test('by the command of its attorney is recorded', async () => {
    expect(await attempt('owner', `${seed} ${command('attorney')} ${event(approval())} ${onRecord}`)).toBe('done');
  });
});
