import { randomUUID } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOps } from '@evict/ops/cli';
import { generate } from 'selfsigned';
import { describe, expect, test } from 'vitest';
import { deviceClient, startDeviceProvider } from '../support/device-provider.ts';
import { environmentOf } from '../support/ops.ts';
import { sharedService } from '../support/service.ts';

// Tests how the command line identifies the operator.

const service = await sharedService();
const { stack } = service;
const { prisma } = stack.store;

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

/** Runs a command. `see` receives each warning while the command runs. */
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

describe('the identity of an operator', () => {
  test('comes from a certificate of the configured authority, and is recorded with each write', async () => {
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

  test("isn't taken from a certificate that has expired, was issued by another authority, or is presented without its private key", async () => {
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

  test("comes from a sign-in at the identity provider, and another name can't be declared", async () => {
    const signedIn = { ...bySignIn, OPERATOR_TOKEN: await signIn('kim') };
    expect(await whoami(signedIn)).toEqual({ operator: 'kim@service.example', identifiedBy: 'oidc' });
    expect(await whoami(signedIn, '--operator', 'kim@service.example')).toMatchObject({ identifiedBy: 'oidc' });
    expect(await whoami(signedIn, '--operator', 'ana')).toMatchObject({ code: 'usage', exit: 2 });
  });

  test("isn't taken from a token that was issued for another client or by another issuer, or that was altered", async () => {
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

  test('is the declared name if nothing else is configured, and is marked as declared', async () => {
    expect(await whoami(base, '--operator', 'robin')).toEqual({ operator: 'robin', identifiedBy: 'declared' });
  });
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
