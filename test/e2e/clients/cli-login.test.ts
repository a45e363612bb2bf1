import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signIn } from '@evict/cli/oauth';
import { expect, onTestFinished, test } from 'vitest';
import { startAuthorizationServer } from '../support/authorization-server.ts';
import { cliWith } from '../support/cli.ts';

async function authorizationServer(options: Parameters<typeof startAuthorizationServer>[0] = {}) {
  const server = await startAuthorizationServer(options);
  onTestFinished(() => void server.stop());
  return server;
}

/** The waits of a sign-in, and how it ends. */
async function waitsFor(server: Awaited<ReturnType<typeof startAuthorizationServer>>, ...steps: (string | number)[]) {
  server.answerWith(...steps);
  const waits: number[] = [];
  const wait = async (ms: number) => waits.push(ms);
  const signal = new AbortController().signal;
  const end = await signIn(server.url, { signal, show: () => {}, wait }).then(
    () => 'signed in',
    (error: Error) => error.message,
  );
  return { waits, end };
}

test('the token is asked for as often as the server allows: slower when told so, and when the server is away', async () => {
  const server = await authorizationServer({ interval: 5 });
  const pending = 'authorization_pending';
  const { waits, end } = await waitsFor(server, pending, 'slow_down', pending, 503, 'cut', 'grant');
  expect([waits, end]).toEqual([[5000, 5000, 10_000, 10_000, 20_000, 40_000], 'signed in']);
  const [asked, ...questions] = server.forms.map((form) => Object.fromEntries(form));
  expect(asked).toEqual({
    client_id: 'eviction-case-cli',
    resource: `${server.url}/v1`,
    scope: 'read write submit offline_access',
  });
  expect(questions.at(-1)).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: 'the device code',
    client_id: 'eviction-case-cli',
    resource: `${server.url}/v1`,
  });
  expect((await waitsFor(server, pending, 'access_denied')).end).toBe('The sign-in was refused in the browser.');
  expect((await waitsFor(server, 'expired_token')).end).toBe('The code has expired. Sign in again.');
  expect((await waitsFor(server, 'unauthorized_client')).end).toContain('unauthorized_client');
  expect((await waitsFor(await authorizationServer({ expiresIn: 0 }))).end).toContain('expired');
  server.pretend('https://evil.example.com');
  expect((await waitsFor(server, 'grant')).end).toContain('another address');
});

test('a sign-in is kept for the user alone, used without naming its server, and ended by logout', async () => {
  const server = await authorizationServer();
  const { run, home } = cliWith({});
  expect((await run(['cases', 'list'])).code).toBe(2);
  server.answerWith('authorization_pending', 'grant');
  const login = await run(['login', '--server', `${server.url}/`]);
  expect(login).toMatchObject({ code: 0, stdout: '' });
  expect(login.stderr).toContain(`${server.url}/enter?code=WDJB-MJHT`);
  expect(login.stderr).toContain('WDJB-MJHT\n');
  const folder = join(home, '.config/eviction-case');
  const modes = await Promise.all(
    [folder, join(folder, 'credentials.json')].map(async (path) => (await stat(path)).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o600]);
  expect((await run(['cases', 'list', '--json'])).stdout).toBe('{"items":[],"nextCursor":null}\n');
  // What one server has given goes to no other.
  const other = await authorizationServer();
  expect((await run(['cases', 'list', '--server', other.url])).code).toBe(3);
  expect((await run(['logout'])).code).toBe(0);
  expect([...server.refreshTokens.values()]).toEqual(['revoked']);
  expect((await run(['cases', 'list'])).code).toBe(3);
  expect(await readFile(join(folder, 'credentials.json'), 'utf8')).not.toContain('-');
});

test('of many processes at once one spends the refresh token, past a lock that a dead one has left', async () => {
  const server = await authorizationServer({ lifetimeSeconds: 30 });
  const { run, home } = cliWith({ EVICTION_CASE_SERVER: server.url });
  await run(['login']);
  const lock = join(home, '.config/eviction-case/credentials.json.lock');
  await writeFile(lock, '');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  const ends = await Promise.all(Array.from({ length: 6 }, () => run(['cases', 'list', '--json'])));
  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, '']));
  const states = [...server.refreshTokens.values()];
  expect(states.filter((state) => state === 'fresh')).toHaveLength(1);
  expect(states).not.toContain('revoked');
  // One that is not accepted any more is no reason to ask again.
  for (const token of server.refreshTokens.keys()) server.refreshTokens.set(token, 'revoked');
  const ended = await run(['cases', 'list']);
  expect(ended).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('eviction-case login') });
  expect(ended.stderr).not.toMatch(/access-|refresh-/);
});
