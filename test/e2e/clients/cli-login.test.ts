import { readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { signIn } from '@evict/cli/oauth';
import { expect, onTestFinished, test } from 'vitest';
import { startAuthorizationServer } from '../support/authorization-server.ts';
import { cliWith, type Running } from '../support/cli.ts';

async function authorizationServer(options: Parameters<typeof startAuthorizationServer>[0] = {}) {
  const server = await startAuthorizationServer(options);
  onTestFinished(() => void server.stop());
  return server;
}

/** Signs in, and returns how long it waited each time, in milliseconds, and how it ended. */
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

test("a sign-in polls at the server's interval, slows down if the server asks it to or is down, and says why if it fails", async () => {
  const server = await authorizationServer({ interval: 5 });
  const pending = 'authorization_pending';
  const { waits, end } = await waitsFor(server, pending, 'slow_down', pending, 429, 'cut', 503, 'grant');
  expect([waits, end]).toEqual([[5000, 5000, 10_000, 10_000, 30_000, 40_000, 80_000], 'signed in']);
  const [asked, ...questions] = server.forms.map((form) => Object.fromEntries(form));
  expect(asked).toEqual({ client_id: 'eviction-case-cli' });
  expect(questions.at(-1)).toEqual({
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    device_code: 'the device code',
    client_id: 'eviction-case-cli',
  });
  server.failWith('/oauth/device', 429, 503, 404);
  expect((await waitsFor(server)).end).toBe('Too many sign-ins. Try again in 0 seconds.');
  expect((await waitsFor(server)).end).toBe('The sign-in could not be started (status 503).');
  expect((await waitsFor(server)).end).toContain('This server does not support sign-in.');
  expect((await waitsFor(server, pending, 'access_denied')).end).toBe('The sign-in was refused in the browser.');
  expect((await waitsFor(server, 'expired_token')).end).toBe('The code has expired. Sign in again.');
  expect((await waitsFor(server, 'unauthorized_client')).end).toContain('unauthorized_client');
  expect((await waitsFor(await authorizationServer({ expiresIn: 0 }))).end).toContain('expired');
});

test('a sign-in is stored so that only the user can read it, is used without naming the server again, and is ended by logout', async () => {
  const server = await authorizationServer();
  const { run, home } = cliWith({});
  expect((await run(['cases', 'list'])).code).toBe(2);
  server.answerWith('authorization_pending', 'grant');
  const login = await run(['login', '--server', `${server.url}/`]);
  expect(login.code).toBe(0);
  expect(login.stdout).toMatch(
    /^server +http.*\ncredential +login\norganization +Holdings\nmode +test\nscopes +read\n$/,
  );
  expect(login.stderr).toContain(`${server.url}/enter?code=WDJB-MJHT`);
  expect(login.stderr).toContain('WDJB-MJHT\n');
  const folder = join(home, '.config/eviction-case');
  const modes = await Promise.all(
    [folder, join(folder, 'credentials.json')].map(async (path) => (await stat(path)).mode & 0o777),
  );
  expect(modes).toEqual([0o700, 0o600]);
  expect((await run(['cases', 'list', '--json'])).stdout).toBe('{"items":[],"nextCursor":null}\n');
  // Credentials of one server are never sent to another.
  const other = await authorizationServer();
  expect((await run(['cases', 'list', '--server', other.url])).code).toBe(3);
  expect((await run(['logout', '--server', other.url])).stderr).toBe('You were not signed in.\n');
  server.answerWith('grant');
  expect((await run(['login'])).code).toBe(0);
  expect([...server.refreshTokens.values()]).toEqual(['revoked', 'fresh']);
  expect(await run(['logout'])).toEqual({ code: 0, stdout: '', stderr: 'Signed out.\n' });
  expect([...server.refreshTokens.values()]).toEqual(['revoked', 'revoked']);
  expect((await run(['cases', 'list'])).code).toBe(3);
  expect(await readFile(join(folder, 'credentials.json'), 'utf8')).not.toContain('-');
});

test('only one of several concurrent processes uses the refresh token, even if a dead process left a lock', async () => {
  const server = await authorizationServer({ lifetimeSeconds: 30 });
  const { run, home } = cliWith({ EVICTION_CASE_SERVER: server.url });
  await run(['login']);
  const lock = join(home, '.config/eviction-case/credentials.json.lock');
  await writeFile(lock, '');
  const longAgo = new Date(Date.now() - 60_000);
  await utimes(lock, longAgo, longAgo);
  const ends = await Promise.all(Array.from({ length: 4 }, () => run(['cases', 'list', '--json'])));
  expect(ends.map(({ code, stderr }) => [code, stderr])).toEqual(ends.map(() => [0, '']));
  const states = [...server.refreshTokens.values()];
  expect(states.filter((state) => state === 'fresh')).toHaveLength(1);
  expect(states).not.toContain('revoked');
  // If the refresh token is no longer accepted, the user has to sign in again.
  for (const token of server.refreshTokens.keys()) server.refreshTokens.set(token, 'revoked');
  const ended = await run(['cases', 'list']);
  expect(ended).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('eviction-case login') });
  expect(ended.stderr).not.toMatch(/access-|refresh-/);
});

test("a logout that the server doesn't confirm fails, and says where to disconnect the app", async () => {
  const server = await authorizationServer();
  const { run } = cliWith({ EVICTION_CASE_SERVER: server.url });
  await run(['login']);
  server.failWith('/oauth/revoke', 503);
  expect(await run(['logout'])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Signed out here, but the server did not confirm. Disconnect the app on the website under Developers.\n',
  });
  expect((await run(['cases', 'list'])).code).toBe(3);
});

test("a temporary failure to renew the sign-in doesn't end a feed that is being followed", async () => {
  const server = await authorizationServer({ lifetimeSeconds: 30 });
  const { run, start } = cliWith({ EVICTION_CASE_SERVER: server.url });
  await run(['login']);
  // More failures than the client itself retries.
  server.failWith('/oauth/token', 503, 429, 503, 503, 503, 503);
  const following = start('events', '--follow');
  const waiting = 'The sign-in could not be renewed (status 503). Retrying.\nWaiting for events until Ctrl-C.\n';
  await expect.poll(() => following.output.stderr).toBe(waiting);
  server.feed.length = 1;
  await expect.poll(() => following.output.stdout).toContain('test-0');
  following.process.kill('SIGINT');
  expect(await following.ended).toMatchObject({ code: 0, stderr: waiting });
});

test('listening in a mode starts with new events the first time, later resumes where it last ended, and starts elsewhere if --since says so', async () => {
  const server = await authorizationServer();
  server.feed.length = 250;
  const got: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    got.push((JSON.parse(await text(request)) as { id: string }).id);
    response.writeHead(204).end();
  };
  const receiver = createServer((request, response) => void take(request, response));
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void receiver.close());
  const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const { run, start } = cliWith({ EVICTION_CASE_SERVER: server.url });
  const listen = async (...args: string[]) => {
    const listening = start('listen', '--forward-to', target, ...args);
    await expect.poll(() => listening.output.stderr).toContain('Sending events');
    return listening;
  };
  const stop = async ({ process: child, ended }: Running) => {
    child.kill('SIGINT');
    expect((await ended).code).toBe(0);
  };
  const signInTo = async (mode: string, length: number) => {
    Object.assign(server.feed, { name: mode, length });
    server.answerWith('grant');
    expect((await run(['login'])).code).toBe(0);
  };

  await signInTo('test', 250);
  const first = await listen();
  // The feed wasn't read from its start. Only its end was requested.
  expect(server.asked.filter((what) => what.startsWith('/v1/events'))[0]).toBe('/v1/events now');
  server.feed.length = 251;
  await expect.poll(() => got).toEqual(['test-250']);
  await stop(first);

  await signInTo('live', 3);
  const second = await listen();
  server.feed.length = 4;
  await expect.poll(() => got).toEqual(['test-250', 'live-3']);
  await stop(second);
  // Another sign-in to the same mode continues where listening ended.
  await signInTo('test', 252);
  const third = await listen();
  await expect.poll(() => got).toEqual(['test-250', 'live-3', 'test-251']);
  await stop(third);
  const fourth = await listen('--since', '2026-07-01');
  await expect.poll(() => got.slice(3, 5)).toEqual(['test-0', 'test-1']);
  await stop(fourth);

  receiver.close();
  receiver.closeAllConnections();
  const unheard = await listen('--since', 'test:4');
  const { output } = unheard;
  await expect
    .poll(() => output.stderr)
    .toContain('\ntest-4 was not delivered (ECONNREFUSED). Retrying until it is accepted.\n');
  await stop(unheard);
});
