import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileCache } from '@evict/config/compile-cache';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished, test } from 'vitest';
import { startProxy } from '../../rehearsal/support/lossy-proxy.ts';
import { connectAgent } from '../support/agent.ts';
import { cliWith, program } from '../support/cli.ts';
import { buildFacts } from '../support/facts.ts';
import { startService } from '../support/service.ts';

const service = await startService({ website: true });
const { baseUrl } = service.stack;
const { attestations, ...facts } = buildFacts();

async function newCli(env: Record<string, string> = {}) {
  const customer = await service.signUp();
  const cli = cliWith({ EVICTION_CASE_SERVER: baseUrl, EVICTION_CASE_KEY: customer.credential, ...env });
  /** Returns the one JSON value that a command prints. */
  // oxlint-disable-next-line typescript/no-explicit-any
  async function ok(args: string[], input?: string): Promise<any> {
    const { code, stdout, stderr } = await cli.run(['--json', ...args], input);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/\n/g)).toHaveLength(1);
    return JSON.parse(stdout);
  }
  return { ...cli, customer, ok };
}

test('a case can be created from a file, validated, submitted, advanced and listed, and its events are printed one per line', async () => {
  const { run, ok, home, customer } = await newCli();
  const draft = await ok(['cases', 'create', '-f', '-'], JSON.stringify({ ...facts, attestations: {} }));
  const failing = await run(['cases', 'validate', draft.id]);
  expect(failing).toMatchObject({
    code: 1,
    stderr: '',
    stdout: expect.stringMatching(/^attestation_authority +fail +\w/m),
  });

  const file = join(home, 'facts.json');
  await writeFile(file, JSON.stringify(buildFacts()));
  const create = ['cases', 'create', '--file', file, '--idempotency-key', 'case-of-the-test'];
  const { id } = await ok(create);
  expect((await ok(create)).id).toBe(id);
  expect((await ok(['cases', 'validate', id])).passed).toBe(true);
  expect((await ok(['cases', 'submit', id])).case.state).toBe('notice_review');
  expect((await ok(['cases', 'advance', id])).state).toBe('notice_sent');
  expect((await ok(['simulate', id, 'service_failed'])).state).toBe('notice_sent');
  expect((await ok(['cases', 'get', id])).state).toBe('notice_sent');
  const { items } = await ok(['cases', 'list', '--state', 'notice_sent', 'draft', '--limit', '5']);
  expect(items.map((one: { id: string }) => one.id)).toEqual([id, draft.id]);

  const recorded = await customer.events(id);
  const printed = (await run(['events', '--json'])).stdout.trim().split('\n');
  expect(printed.map((line) => JSON.parse(line).id)).toEqual(recorded.map((event) => event.id));
  const since = recorded.at(-1)?.createdAt ?? '';
  const later = (await run(['events', '--since', since])).stdout.trim().split('\n');
  const first = recorded.findIndex(({ createdAt }) => createdAt >= since);
  expect(later.map((line) => line.split(/ +/).at(-1))).toEqual(recorded.slice(first).map((event) => event.id));
  expect((await ok(['cases', 'withdraw', draft.id])).state).toBe('withdrawn');
});

test('following the event feed prints new events without a gap until Ctrl-C, even after connections were cut', async () => {
  const proxy = await startProxy(Number(new URL(baseUrl).port));
  onTestFinished(() => proxy.close());
  const { start, customer } = await newCli({ EVICTION_CASE_SERVER: `http://127.0.0.1:${proxy.port}` });
  await customer.submitted(buildFacts());
  const following = start('events', '--follow', '--json');
  await expect.poll(() => following.output.stderr).toContain('Waiting for events until Ctrl-C.\n');
  const ids = () => following.output.stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line).id] : []));
  const cases = await Promise.all([1, 2, 3].map(() => customer.submitted(buildFacts())));
  await expect.poll(() => ids().length).toBe(3);
  proxy.swallow('to the client');
  for (const { id } of cases) await customer.withdraw(id);
  proxy.mend();
  const { body } = await customer.send('GET', '/v1/events?limit=100');
  // Events from before the command started aren't printed.
  await expect.poll(ids).toEqual(body.items.slice(1).map(({ id }: { id: string }) => id));
  following.process.kill('SIGINT');
  expect((await following.ended).code).toBe(0);
});

test('signing in prints the organization, mode and scopes, and an API key takes precedence over a sign-in', async () => {
  const { customer } = await newCli();
  const { run, start } = cliWith({ EVICTION_CASE_SERVER: baseUrl });
  const login = start('login');
  await expect.poll(() => login.output.stderr).toMatch(/code \S+\n/);
  const [, request] = /code (\S+)\n/.exec(login.output.stderr) ?? [];
  await customer.session.send('POST', '/v1/connections', { body: { request } });
  const { code, stdout } = await login.ended;
  const rows = ['credential +login', 'organization +Sandbox Holdings', 'mode +test', 'scopes +read, write, submit'];
  expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`^server +${baseUrl}\n${rows.join('\n')}\n$`))]);
  expect((await run(['cases', 'list', '--json'])).code).toBe(0);

  const { body: key } = await customer.send('POST', '/v1/api-keys', { body: { scopes: ['read'] } });
  const withKey = await cliWith({ EVICTION_CASE_SERVER: baseUrl, EVICTION_CASE_KEY: key.secret }).run([
    'whoami',
    '--json',
  ]);
  expect(JSON.parse(withKey.stdout)).toEqual({
    server: baseUrl,
    credential: 'EVICTION_CASE_KEY',
    organization: { id: customer.organizationId, name: 'Sandbox Holdings' },
    mode: 'test',
    scopes: ['read'],
  });
  expect(await run(['logout'])).toMatchObject({ code: 0, stderr: 'Signed out.\n' });
  expect((await run(['whoami'])).code).toBe(3);
  expect((await customer.session.send('GET', '/v1/connections')).body.items).toEqual([]);
});

test("submitting with an agent's key opens the confirmation page, and the case is submitted once a person confirms", async () => {
  const { customer, home } = await newCli();
  const made = await customer.session.send('POST', '/v1/api-keys', { body: { confirm: 'required', name: 'Agent' } });
  const opened = join(home, 'opened');
  const browser = join(home, 'browser');
  await writeFile(browser, `#!/bin/sh\nprintf '%s' "$1" > '${opened}'\n`);
  await chmod(browser, 0o700);
  const { run, start } = await newCli({ EVICTION_CASE_KEY: made.body.secret, BROWSER: browser });
  const { id } = await customer.create(buildFacts());

  const asked = await run(['cases', 'submit', id, '--json']);
  expect(asked).toMatchObject({ code: 5, stderr: '' });
  const { status, url } = JSON.parse(asked.stdout);
  expect(status).toBe('confirmation_required');
  const submitting = start('cases', 'submit', id);
  await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).toBe(url);
  expect(submitting.output).toEqual({ stdout: '', stderr: expect.stringContaining(url) });
  const [, confirmation] = /\/confirm\/(cnf_[\w-]+)/.exec(url) ?? [];
  await customer.session.send('POST', `/v1/confirmations/${confirmation}/confirm`, { body: { attestations } });
  expect(await submitting.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('notice_review') });
});

test('every error is reported with its exit code, but without the API key or the contents of the input file', async () => {
  const { run, customer } = await newCli();
  const wrong = {
    ...facts,
    ground: 'none',
    amountOwedCents: 'much',
    parties: [{ role: 'tenant', name: 'Terry\u001b[31m' }],
  };
  const refused = await run(['cases', 'create', '-f', '-'], JSON.stringify(wrong));
  expect(refused).toMatchObject({ code: 4, stdout: '' });
  for (const field of ['ground', 'amountOwedCents', 'parties[0].role', 'attestations'])
    expect(refused.stderr).toContain(`  ${field}`);
  const broken = await run(['cases', 'create', '-f', '-'], `{\n"name": "Terry Example",\n}`);
  expect(broken).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^usage: The file is not valid JSON/),
  });
  const { id } = await customer.create({ ...buildFacts(), attestations: {} });
  const gates = await run(['cases', 'submit', id, '--json']);
  expect(gates.code).toBe(4);
  expect(JSON.parse(gates.stderr).error).toMatchObject({
    code: 'gates_failed',
    faults: expect.arrayContaining([expect.stringContaining('authority')]),
  });
  const strange = await newCli({ EVICTION_CASE_KEY: 'eak_test_unknown' });
  const cases: [number, string[], typeof run][] = [
    [2, ['cases', 'list', '--limit', 'many'], run],
    [2, ['listen', '--forward-to', 'file:///etc/passwd'], run],
    [2, ['cases', 'get', '..'], run],
    [2, ['cases', 'sell', id], run],
    [2, [customer.credential], run],
    [2, ['whsec_a-b-secret'], run],
    [2, ['cases', 'submit', id, '--idempotency-key', 'two words'], run],
    [2, ['--server', 'http://evictions.example.com', 'cases', 'list'], run],
    [3, ['cases', 'list'], strange.run],
    [3, ['cases', 'list'], (await newCli({ EVICTION_CASE_KEY: '' })).run],
    [4, ['cases', 'get', `case_${crypto.randomUUID()}`], run],
    [1, ['--server', 'http://127.0.0.1:1', 'cases', 'list'], run],
  ];
  const ends = await Promise.all(cases.map(([, args, by]) => by(args)));
  expect(ends.map(({ code }) => code)).toEqual(cases.map(([code]) => code));
  for (const { stdout, stderr } of [refused, broken, gates, ...ends]) {
    expect(stdout).toBe('');
    expect(stderr).not.toMatch(/Terry|eak_|secret/);
    expect(stderr).toMatch(/./);
  }
});

test('Ctrl-C ends a command that waits for its input', async () => {
  const { start } = await newCli();
  const { process: child, ended } = start('cases', 'create', '-f', '-');
  // This is more than the pipe holds, so once it is written, the command is reading its input.
  await new Promise((read) => child.stdin?.write(' '.repeat(4 * 1024 * 1024), read));
  child.kill('SIGINT');
  expect(await ended).toEqual({ code: 130, stdout: '', stderr: '' });
});

test("text that others wrote can't control the terminal, and is preserved exactly in JSON output", async () => {
  const { run, ok, customer } = await newCli();
  const name = 'rent\u202eevil\u009b31m';
  const created = await customer.send('POST', '/v1/cases', {
    body: { ...buildFacts(), property: { ...facts.property, city: name } },
  });
  const { city } = created.status === 201 ? created.body.data.property : { city: null };
  expect(city).toBe(name);
  for (const args of [
    ['cases', 'list'],
    ['cases', 'get', created.body.id],
  ]) {
    const { stdout } = await run(args);
    expect(stdout).toContain('rent evil');
    expect(stdout).not.toMatch(/[\u202e\u009b]/);
  }
  expect((await run(['cases', 'get', created.body.id, '--json'])).stdout).not.toMatch(/[\u202e\u009b]/);
  expect((await ok(['cases', 'get', created.body.id])).data.property.city).toBe(name);
});

const callScript = (script: string, line: string) => {
  const words = line.split(' ');
  return `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')})\nCOMP_CWORD=${words.length - 1}\n_eviction_case\necho "\${COMPREPLY[@]}"`;
};
/**
 * The arguments with which each shell completes a line with a script. zsh itself calls the script with these options
 * and drops completions that don't match the prefix, so the test does the same.
 */
const shells: Record<string, (script: string, line: string) => string[]> = {
  bash: (script, line) => ['-euc', callScript(script, line)],
  zsh: (script, line) => ['-fc', callScript(`${script}\nsetopt ksharrays shwordsplit`, line)],
  fish: (script, line) => ['--no-config', '-c', `${script}\ncomplete -C '${line}'`],
};
const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'exit']).status === 0;

for (const [shell, commandFor] of Object.entries(shells))
  // bash is installed everywhere; zsh and fish are tested if they are installed.
  test.skipIf(shell !== 'bash' && !isInstalled(shell))(`${shell} completes commands, choices and options`, async () => {
    const { run, home } = await newCli();
    const { stdout: script } = await run(['completion', shell]);
    const complete = (line: string) => {
      const options = { encoding: 'utf8', cwd: home, env: { ...process.env, HOME: home } } as const;
      const words = execFileSync(shell, commandFor(script, line), options).trim().split(/\s+/);
      return words.filter((word) => shell !== 'zsh' || word.startsWith(line.split(' ').at(-1)!)).join(' ');
    };
    expect(complete('eviction-case ca')).toBe('cases');
    expect(complete('eviction-case --json cases w')).toBe('withdraw');
    expect(complete('eviction-case cases get case_1 --j')).toBe('--json');
    expect(complete('eviction-case completion f')).toBe('fish');
    expect(complete('eviction-case listen --f')).toBe('--forward-to');
  });

test('opening a case prints its URL on the website', async () => {
  const { run } = await newCli({ NO_COLOR: '1' });
  expect(await run(['open', 'case_1'])).toEqual({ code: 0, stdout: `${baseUrl}/cases/case_1\n`, stderr: '' });
});

test("an assistant that runs the program as its MCP server gets the service's tools and can create, submit and advance a case", async () => {
  const { customer } = await newCli();
  const made = await customer.session.send('POST', '/v1/api-keys', { body: { confirm: 'never', name: 'Assistant' } });
  const key: string = made.body.secret;
  async function connect(EVICTION_CASE_KEY: string) {
    const env = {
      ...compileCache(),
      PATH: process.env['PATH'] ?? '',
      EVICTION_CASE_SERVER: baseUrl,
      EVICTION_CASE_KEY,
    };
    const transport = new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env });
    const client = new Client({ name: 'test', version: '1' });
    onTestFinished(() => client.close());
    await client.connect(transport);
    return client;
  }
  const assistant = await connect(key);
  expect((await assistant.listTools()).tools).toEqual((await connectAgent(baseUrl, key)).tools);
  const call = async (name: string, given: object = {}) =>
    // oxlint-disable-next-line typescript/no-explicit-any
    (await assistant.callTool({ name, arguments: { ...given } })).structuredContent as any;
  const { id: caseId } = await call('create_case', { ...facts, attestations });
  const waiting = [1, 2, 3].map(() => call('get_case', { caseId }));
  expect((await Promise.all(waiting)).map(({ id }) => id)).toEqual([caseId, caseId, caseId]);
  expect((await call('submit_case', { caseId })).case.state).toBe('notice_review');
  expect((await call('advance_case', { caseId })).state).toBe('notice_sent');
  const { contents } = await assistant.readResource({ uri: `case://${caseId}` });
  expect(contents[0]).toMatchObject({ text: expect.stringContaining('State: notice_sent') });
  await expect(assistant.callTool({ name: 'no_tool', arguments: {} })).rejects.toThrow('There is no such tool.');
  await expect(connect('eak_test_unknown')).rejects.toThrow('You are not signed in. Run: eviction-case login');
  const { run } = await newCli();
  const garbage = await run(
    ['mcp'],
    '[1]\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{"note":"a\u2028b"}}}\n',
  );
  const answers = garbage.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(answers).toEqual([expect.objectContaining({ id: null }), { jsonrpc: '2.0', id: 7, result: {} }]);
  expect(garbage).toMatchObject({ code: 0, stderr: '' });
});
