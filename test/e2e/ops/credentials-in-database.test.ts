import { randomBytes } from 'node:crypto';
import { limits } from '@evict/contract';
import { createPasswordHasher } from '@evict/credentials/passwords';
import { urlAs } from '@evict/local';
import { createAccount, findPasswordSettings, openSession } from '@evict/store/accounts';
import { migrate } from '@evict/prisma/migrate';
import { applyRoles, credentialFunctions, credentialsRole, type Process, processes, roleOf } from '@evict/store/roles';
import { openTestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';

// What a process that was taken over can do with passwords, sessions and tokens: its role, and any statement.

const url = await cloneDatabase();
// A clone has the privileges of its tables, and not those of the database itself.
await applyRoles(url);
const owner = openTestStore(url, 2);
const stores = Object.fromEntries(
  processes.map((process) => [process, openTestStore(urlAs(process, url), 2)]),
) as Record<Process, typeof owner>;
afterAll(() => Promise.all([owner, ...Object.values(stores)].map((one) => one.close())));

const denied = '42501';
const passwords = createPasswordHasher();
const password = 'correct horse battery';
const passwordHash = await passwords.hash(password);
let email = '';
let userId = '';

beforeEach(async () => {
  email = `victim-${crypto.randomUUID()}@example.com`;
  const person = { name: 'Robin', organizationName: 'Holdings', email, passwordHash };
  const account = await createAccount(stores.public_gateway, { ...person, sessionHash: randomBytes(32) });
  userId = account?.user.id ?? expect.unreachable();
});

/** The SQLSTATE with which a statement is refused, or how many rows it has found or changed. It is rolled back. */
async function attempt(process: Process, text: string, values: unknown[] = []): Promise<string | number> {
  const client = await stores[process].pool.connect();
  try {
    await client.query('BEGIN');
    return (await client.query(text, values)).rowCount ?? 0;
  } catch (error) {
    return String((error as { code?: unknown }).code);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

const sessionsOf = async () => owner.prisma.session.count({ where: { userId } });
const tokens = () => ({ sessionHash: randomBytes(32), ticketHash: randomBytes(32) });
const guess = (proof: string) => openSession(stores.public_gateway, { email, proof, ...tokens() });
const proofOf = async (text: string) =>
  passwords.prove((await findPasswordSettings(stores.public_gateway, email)).settings, text);

const secrets = [['User', 'passwordHash'], ...['Session', 'AttorneyToken'].map((table) => [table, 'hash'])] as [
  string,
  string,
][];

describe.each(processes)('%s', (process) => {
  test.each(secrets)('reads no %s."%s", and overwrites none', async (table, column) => {
    for (const text of [
      `SELECT "${column}" FROM "${table}"`,
      `SELECT * FROM "${table}"`,
      `SELECT t::text FROM "${table}" t`,
      `SELECT 1 FROM "${table}" WHERE "${column}" IS NULL`,
      `UPDATE "${table}" SET "${column}" = ''`,
      `DELETE FROM "${table}" WHERE "${column}" IS NULL RETURNING "${column}"`,
    ]) {
      expect([text, await attempt(process, text)]).toEqual([text, denied]);
    }
  });

  test('opens no session of its own making, and makes no user with a password', async () => {
    const session = `INSERT INTO "Session" (id, hash, "userId") VALUES ('ses_x', 'x', $1)`;
    expect(await attempt(process, session, [userId])).toBe(denied);
    const user = `INSERT INTO "User" (id, email, "emailKey", role, "passwordHash") VALUES ('usr_x', 'x', 'x', 'owner', 'x')`;
    expect(await attempt(process, user)).toBe(denied);
    for (const inner of [`"addSession"('${userId}', 'x', '', '')`, `"setPassword"('${userId}', 'x', NULL)`])
      expect(await attempt(process, `SELECT ${inner}`)).toBe(denied);
    expect(await attempt(process, `SET ROLE ${credentialsRole}`)).toBe(denied);
  });

  test('replaces no function and puts no table of its own before ours', async () => {
    for (const text of [
      `CREATE TEMPORARY TABLE "User" (id text, "emailKey" text, "passwordHash" text)`,
      `CREATE OR REPLACE FUNCTION "guessesAt"("ofAddress" text) RETURNS text LANGUAGE sql AS 'SELECT 1'`,
      `ALTER FUNCTION "openSession" OWNER TO CURRENT_USER`,
      `CREATE FUNCTION pg_temp."guessesAt"(text) RETURNS text LANGUAGE sql AS 'SELECT 1'`,
    ]) {
      expect([text, await attempt(process, text)]).toEqual([text, denied]);
    }
  });

  test('calls the functions that are named for it, and no other', async () => {
    const { rows } = await owner.pool.query<{ name: string }>(
      `SELECT proname AS name FROM pg_proc WHERE proowner = $1::regrole AND has_function_privilege($2, oid, 'EXECUTE')`,
      [credentialsRole, process],
    );
    const named = Object.entries(credentialFunctions).filter(([, callers]) => callers.includes(process));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(named.map(([name]) => name).toSorted());
  });
});

test('a temporary table of the caller is not taken for ours, wherever one can be made', async () => {
  const name = url.slice(url.lastIndexOf('/') + 1);
  await owner.pool.query(`GRANT TEMPORARY ON DATABASE "${name}" TO public_gateway`);
  const client = await stores.public_gateway.pool.connect();
  await client.query(`CREATE TEMPORARY TABLE "User" (id text, "emailKey" text, "passwordHash" text);
    INSERT INTO "User" VALUES ('${userId}', '${email}', 'mine'); GRANT ALL ON "User" TO PUBLIC`);
  const { rows } = await client.query(`SELECT "userId" FROM "openSession"($1, 'mine', 'x', 't', '', '', false)`, [
    email,
  ]);
  expect(rows).toEqual([{ userId: null }]);
  client.release(true);
  await owner.pool.query(`REVOKE TEMPORARY ON DATABASE "${name}" FROM public_gateway`);
  expect(await sessionsOf()).toBe(1);
});

test('the right password opens a session, and nothing else does', async () => {
  const { settings } = await findPasswordSettings(stores.public_gateway, email);
  expect(passwordHash).toBe(`${settings}$${passwordHash.split('$').at(-1)}`);
  for (const wrong of [await proofOf('another'), settings ?? '', password]) {
    expect(await guess(wrong)).toMatchObject({ account: null, lockedSeconds: null });
  }
  expect(await sessionsOf()).toBe(1);
  expect((await guess(await proofOf(password))).account?.user.id).toBe(userId);
  expect(await sessionsOf()).toBe(2);
});

test('five wrong proofs lock the address in the database, the right one too, however many come at once', async () => {
  const right = await proofOf(password);
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => guess('wrong')));
  const locked = outcomes.filter(({ lockedSeconds }) => lockedSeconds !== null);
  expect(outcomes.length - locked.length).toBe(limits.wrongPassword.count);
  for (const { lockedSeconds } of locked)
    expect(lockedSeconds).toBeGreaterThan(limits.wrongPassword.windowSeconds - 60);
  expect(await guess(right)).toMatchObject({ account: null, lockedSeconds: expect.any(Number) });
  expect(await sessionsOf()).toBe(1);
});

test('an address without an account is locked the same', async () => {
  const nobody = `nobody-${crypto.randomUUID()}@example.com`;
  const input = { email: nobody, proof: 'wrong', ...tokens() };
  for (let guesses = 0; guesses < limits.wrongPassword.count; guesses += 1)
    expect(await openSession(stores.public_gateway, input)).toMatchObject({ account: null, lockedSeconds: null });
  expect((await openSession(stores.public_gateway, input)).lockedSeconds).toBeGreaterThan(840);
});

test('a password is set only with the one before, or a link', async () => {
  const { id: sessionId } = await owner.prisma.session.findFirstOrThrow({ where: { userId } });
  const change = `SELECT "isProven" FROM "changePassword"($1, $2, 'new')`;
  const changed = async (proof: string) =>
    (await stores.customer_gateway.pool.query(change, [sessionId, proof])).rows[0]?.isProven;
  expect(await changed('wrong')).toBe(false);
  const reset = `SELECT "resetPassword"($1, 'new') AS done`;
  expect((await stores.public_gateway.pool.query(reset, [randomBytes(32)])).rows).toEqual([{ done: false }]);
  expect((await owner.prisma.user.findUniqueOrThrow({ where: { id: userId } })).passwordHash).toBe(passwordHash);
  expect(await changed(passwordHash)).toBe(true);
});

test.each<Process>(['customer_gateway', 'outbox_worker'])('%s revives nothing that was revoked', async (process) => {
  await owner.prisma.session.updateMany({ where: { userId }, data: { revokedAt: new Date() } });
  expect(await attempt(process, `UPDATE "Session" SET "revokedAt" = NULL WHERE "userId" = $1`, [userId])).toBe(denied);
});

test('an erased account has no password', async () => {
  await stores.ops.prisma.user.update({ where: { id: userId }, data: { erasedAt: new Date() }, select: { id: true } });
  expect((await owner.prisma.user.findUniqueOrThrow({ where: { id: userId } })).passwordHash).toBeNull();
});

test('the roles can be applied again', async () => {
  await applyRoles(url);
  await applyRoles(url);
  expect((await guess(await proofOf(password))).account?.user.id).toBe(userId);
});

test('an owner of the tables who is no superuser, as in a deployment, makes and replaces the same', async () => {
  const name = `owner_${randomBytes(6).toString('hex')}`;
  const { password: secret } = new URL(url);
  const roles = [credentialsRole, ...processes.map(roleOf)].join(', ');
  await owner.pool.query(`CREATE ROLE ${name} LOGIN CREATEROLE PASSWORD '${secret}'`);
  await owner.pool.query(`GRANT ${roles} TO ${name} WITH ADMIN OPTION, INHERIT FALSE, SET FALSE`);
  await owner.pool.query(`CREATE DATABASE ${name} OWNER ${name}`);
  const at = new URL(url);
  at.username = name;
  at.pathname = `/${name}`;
  await migrate(at.href);
  for (let times = 0; times < 2; times += 1) await applyRoles(at.href);
  const theirs = openTestStore(at.href, 1);
  await theirs.pool.query(
    `CREATE OR REPLACE FUNCTION "guessesAt"("ofAddress" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT AS $$SELECT ''$$`,
  );
  const { rows } = await theirs.pool.query(
    `SELECT DISTINCT pg_get_userbyid(proowner) AS owner FROM pg_proc WHERE proname = ANY ($1)`,
    [Object.keys(credentialFunctions)],
  );
  expect(rows).toEqual([{ owner: credentialsRole }]);
  await theirs.close();
});
