import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOps } from '@evict/ops/cli';
import { urlAs } from '@evict/local';
import { openTestStore } from '@evict/store/testing';
import { generate } from 'selfsigned';
import { afterAll, describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { deviceClient, startDeviceProvider } from '../support/device-provider.ts';
import { liveWorld } from '../support/live-case.ts';
import { environmentOf } from '../support/ops.ts';
import { startService } from '../support/service.ts';
import { pastTriggers } from '../support/past-triggers.ts';

// Who an operator is, and what one alone cannot do.

const service = await startService({ liveMode: true });
const { stack } = service;
const { prisma } = stack.store;
const { attorney, summaryInReview } = liveWorld(service);
const asOps = openTestStore(urlAs('ops', stack.store.pool.options.connectionString ?? ''), 2);
afterAll(() => asOps.close());

const folder = mkdtempSync(join(tmpdir(), 'operators-'));
const authority = await createAuthority('Operators');
const provider = await startDeviceProvider([deviceClient('ops'), deviceClient('another')]);

type Environment = Record<string, string>;
const base: Environment = environmentOf(stack);
const byCertificate = { ...base, OPERATORS_CA: file(authority.cert) };
const bySignIn = { ...base, OPERATORS_OIDC_ISSUER: provider.issuer, OPERATORS_OIDC_CLIENT_ID: 'ops' };
const certificateOf = async (name: string) => withCertificate(await issue(authority, name));
const withCertificate = ({ cert, key }: Pair) => ({
  ...byCertificate,
  OPERATOR_CERT: file(cert),
  OPERATOR_KEY: file(key),
});

/** Runs a command; `see` gets each warning while it runs. */
async function ops(environment: Environment, args: readonly string[], see: (warning: string) => void = () => {}) {
  let [stdout, stderr] = ['', ''];
  const code = await runOps([...args, '--json'], {
    environment: async () => environment,
    isProven: true,
    out: (text) => (stdout += text),
    err: (text) => (text.startsWith('warning: ') ? see(text) : (stderr += text)),
  });
  return code === 0 ? JSON.parse(stdout) : { ...(JSON.parse(stderr) as { error: { code: string } }).error, exit: code };
}

async function signIn(name: string, environment: Environment = bySignIn): Promise<string> {
  const seen: Promise<void>[] = [];
  const result = await ops(environment, ['operator', 'sign-in'], (warning) => {
    const [, code = ''] = /enter (\S+)/.exec(warning) ?? [];
    seen.push(provider.confirmDevice(code, name));
  });
  await Promise.all(seen);
  return result.token as string;
}

const whoami = (environment: Environment, ...more: string[]) => ops(environment, ['operator', 'whoami', ...more]);

describe('an operator is', () => {
  test('whom a certificate of the authority names, as the record of each write says', async () => {
    const ana = await certificateOf('ana');
    expect(await whoami(ana)).toEqual({ operator: 'ana', identifiedBy: 'certificate' });
    const { organizationId } = await service.signUp();
    await ops(ana, ['org', 'verify', organizationId]);
    expect(await prisma.operatorAction.findFirst({ where: { subject: organizationId } })).toMatchObject({
      operator: 'ana',
      identifiedBy: 'certificate',
      organizationId,
      outcome: 'done',
    });
  });

  test('nobody with a certificate of another authority, one that is over, or one without its key', async () => {
    const good = await issue(authority, 'ana');
    const strangers = await createAuthority('Operators');
    const others: Pair[] = [
      await issue(strangers, 'ana'),
      await issue(authority, 'ana', new Date(Date.now() - 1000)),
      { cert: good.cert, key: (await issue(authority, 'ana')).key },
      authority,
    ];
    for (const other of others)
      expect(await whoami(withCertificate(other))).toMatchObject({ code: 'unauthenticated', exit: 1 });
    expect(await whoami(byCertificate)).toMatchObject({ code: 'unauthenticated' });
    expect(await whoami(byCertificate, '--operator', 'ana')).toMatchObject({ code: 'unauthenticated' });
    expect(await whoami({ ...byCertificate, OPERATOR_CERT: file(good.cert) })).toMatchObject({
      code: 'unauthenticated',
    });
  });

  test('whom the identity provider has signed in, and no other name that is declared', async () => {
    const signedIn = { ...bySignIn, OPERATOR_TOKEN: await signIn('kim') };
    expect(await whoami(signedIn)).toEqual({ operator: 'kim@service.example', identifiedBy: 'oidc' });
    expect(await whoami(signedIn, '--operator', 'kim@service.example')).toMatchObject({ identifiedBy: 'oidc' });
    expect(await whoami(signedIn, '--operator', 'ana')).toMatchObject({ code: 'usage', exit: 2 });
  });

  test('nobody with a token for another client, of another issuer, or one that was changed', async () => {
    const token = await signIn('kim', { ...bySignIn, OPERATORS_OIDC_CLIENT_ID: 'another' });
    expect(await whoami({ ...bySignIn, OPERATOR_TOKEN: token })).toMatchObject({ code: 'unauthenticated' });
    const [head, body = '', seal] = (await signIn('kim')).split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...claims, email: 'ana@service.example' })).toString('base64url');
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    for (const wrong of [`${head}.${forged}.${seal}`, `${none}.${forged}.`, 'kim', `${head}.${body}`]) {
      expect(await whoami({ ...bySignIn, OPERATOR_TOKEN: wrong })).toMatchObject({ code: 'unauthenticated' });
    }
    const elsewhere = await startDeviceProvider([deviceClient('ops')]);
    const theirs = { ...bySignIn, OPERATORS_OIDC_ISSUER: elsewhere.issuer };
    expect(await whoami({ ...theirs, OPERATOR_TOKEN: `${head}.${body}.${seal}` })).toMatchObject({
      code: 'unauthenticated',
    });
    expect(await whoami(bySignIn, '--operator', 'kim')).toMatchObject({ code: 'unauthenticated' });
  });

  test('the name that is declared where nothing else is set up, and recorded as such', async () => {
    expect(await whoami(base, '--operator', 'robin')).toEqual({ operator: 'robin', identifiedBy: 'declared' });
  });
});

describe('with DUAL_CONTROL', async () => {
  const on = { DUAL_CONTROL: 'on' };
  const [ana, bea] = [
    { ...(await certificateOf('ana')), ...on },
    { ...(await certificateOf('bea')), ...on },
  ];
  const [first, second] = [await attorney(), await attorney()];

  /** A live case under review by one of the two, and the other. */
  async function reviewed() {
    const { id } = await summaryInReview();
    const { attorneyId } = await prisma.case.findUniqueOrThrow({ where: { id } });
    const other = attorneyId === first.id ? second : first;
    return { id, attorneyId, assign: ['case', 'assign', id, '--attorney', other.id], other };
  }
  const attorneyOf = async (id: string) => (await prisma.case.findUniqueOrThrow({ where: { id } })).attorneyId;
  const recorded = async (subject: string) =>
    (await prisma.operatorAction.findMany({ where: { subject }, orderBy: { createdAt: 'asc' } })).map(
      ({ operator, outcome, confirms }) => `${operator} ${outcome}${confirms === null ? '' : ' as proposed'}`,
    );

  test('a reassignment is done when another operator gives the same command', async () => {
    const { id, attorneyId, assign, other } = await reviewed();
    const { proposal } = await ops(ana, [...assign, '--reason', 'A conflict.']);
    expect(proposal).toMatch(/^opa_/);
    expect(await ops(ana, assign)).toMatchObject({ proposal });
    expect(await attorneyOf(id)).toBe(attorneyId);
    // Another command is another proposal.
    const back = ['case', 'assign', id, '--attorney', attorneyId ?? ''];
    expect((await ops(bea, back)).proposal).not.toBe(proposal);
    expect(await attorneyOf(id)).toBe(attorneyId);
    expect(await ops(bea, [...assign, '--reason', 'I agree.'])).toMatchObject({ id, attorneyId: other.id });
    expect(await attorneyOf(id)).toBe(other.id);
    expect(await recorded(id)).toEqual(['ana proposed', 'bea proposed', 'bea done as proposed']);
    // It is used up.
    await ops(bea, assign);
    expect((await recorded(id)).at(-1)).toBe('bea proposed');
  });

  test('a proposal of yesterday confirms nothing, and neither does a declared name', async () => {
    const { id, attorneyId, assign } = await reviewed();
    const declared = { ...base, ...on };
    expect(await ops(declared, [...assign, '--operator', 'ana'])).toMatchObject({ code: 'forbidden' });
    await ops(ana, assign);
    await past(`UPDATE "OperatorAction" SET "createdAt" = now() - interval '25 hours' WHERE subject = '${id}'`);
    expect(await ops(bea, assign)).toMatchObject({ proposal: expect.stringMatching(/^opa_/) });
    expect(await ops(declared, [...assign, '--operator', 'cleo'])).toMatchObject({ code: 'forbidden' });
    expect(await attorneyOf(id)).toBe(attorneyId);
  });

  test('a live case is erased by two, on the same words, and a sandbox case by one', async () => {
    const { id } = await summaryInReview();
    await past(`UPDATE "Case" SET state = 'closed' WHERE id = '${id}'`);
    const erase = ['case', 'erase', id, '--attorney-consent'];
    await ops(ana, [...erase, 'Agreed by letter.']);
    await ops(bea, [...erase, 'Agreed by phone.']);
    expect(await prisma.case.findUniqueOrThrow({ where: { id } })).toMatchObject({ erasedAt: null });
    expect(await ops(bea, [...erase, 'Agreed by letter.'])).toMatchObject({ id, erasedAt: expect.any(String) });
    expect(JSON.stringify(await prisma.operatorAction.findMany({ where: { subject: id } }))).not.toContain('letter');

    const customer = await service.signUp();
    const sandbox = await customer.create(buildFacts());
    await customer.withdraw(sandbox.id);
    expect(await ops(ana, ['case', 'erase', sandbox.id])).toMatchObject({ erasedAt: expect.any(String) });
  });

  test('the database takes no confirmation by the same operator, of anything else, later, or again', async () => {
    const { id, assign } = await reviewed();
    const { proposal } = await ops(ana, assign);
    const { detail } = await prisma.operatorAction.findUniqueOrThrow({ where: { id: proposal } });
    const confirm = (changes: object = {}) => {
      const row = { operator: 'bea', by: 'certificate', command: 'case assign', subject: id, detail, ...changes };
      return asOps.pool.query(
        `INSERT INTO "OperatorAction" (id, operator, "identifiedBy", command, subject, detail, confirms)
          VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [`opa_${randomUUID()}`, row.operator, row.by, row.command, row.subject, JSON.stringify(row.detail), proposal],
      );
    };
    const denied = expect.objectContaining({ code: '42501' });
    const wrong = [
      { operator: 'ana' },
      { by: 'declared' },
      { by: 'oidc' },
      { command: 'case erase' },
      { subject: `case_${randomUUID()}` },
      { detail: { ...(detail as object), attorney: 'usr_1' } },
    ];
    for (const changes of wrong) await expect(confirm(changes), JSON.stringify(changes)).rejects.toEqual(denied);
    await confirm();
    await expect(confirm({ operator: 'cleo' })).rejects.toMatchObject({ code: '23505' });
  });

  const past = (sql: string) => pastTriggers(stack.store, sql);
});

interface Pair {
  cert: string;
  key: string;
}

async function createAuthority(name: string): Promise<Pair> {
  const pems = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  return { cert: pems.cert, key: pems.private };
}

async function issue(ca: Pair, name: string, notAfterDate = new Date(Date.now() + 3_600_000)): Promise<Pair> {
  const pems = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca,
    notAfterDate,
  });
  return { cert: pems.cert, key: pems.private };
}

function file(pem: string): string {
  const path = join(folder, `${randomUUID()}.pem`);
  writeFileSync(path, pem, { mode: 0o600 });
  return path;
}
