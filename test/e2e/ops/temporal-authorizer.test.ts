import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporalBinaries } from '@evict/local';
import { registerLostNamespace, registerNamespace } from '@evict/temporal/setup';
import { cloneDatabase, createReceivers } from '@evict/testkit';
import { Connection, isGrpcServiceError } from '@temporalio/client';
import { NativeConnection, TransportError } from '@temporalio/worker';
import { afterAll, describe, expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { issueCertificates, startGuardedTemporal } from '../support/guarded-temporal.ts';
import { startService } from '../support/service.ts';
import { register } from '../support/webhooks.ts';

// The Temporal server of compose, with the certificates of compose: who shows which may do what.

const own = 'evictions-guarded';
const binaries = await temporalBinaries(process.env, console.log);
const temporal = await startGuardedTemporal(own, binaries);
afterAll(() => temporal.stop());

const tasks = await connectAs('tasks');
await registerNamespace(tasks, own);
await registerNamespace(tasks, 'another');
await tasks.close();

type Call = (connection: Connection, namespace: string) => Promise<unknown>;
const execution = { workflowId: 'nobody', runId: '' };
const taskQueue = { name: 'nobody' };
const requestId = 'request';

/** Calls in a given namespace about things that do not exist: the error shows whether the call was authorized. */
const calls = {
  describeNamespace: ({ workflowService: w }, namespace) => w.describeNamespace({ namespace }),
  list: ({ workflowService: w }, namespace) => w.listWorkflowExecutions({ namespace }),
  count: ({ workflowService: w }, namespace) => w.countWorkflowExecutions({ namespace }),
  describe: ({ workflowService: w }, namespace) => w.describeWorkflowExecution({ namespace, execution }),
  history: ({ workflowService: w }, namespace) => w.getWorkflowExecutionHistory({ namespace, execution }),
  query: ({ workflowService: w }, namespace) =>
    w.queryWorkflow({ namespace, execution, query: { queryType: 'record' } }),
  start: ({ workflowService: w }, namespace) =>
    w.startWorkflowExecution({
      namespace,
      requestId,
      workflowId: 'started',
      workflowType: { name: 'x' },
      taskQueue,
    }),
  signal: ({ workflowService: w }, namespace) =>
    w.signalWorkflowExecution({ namespace, workflowExecution: execution, signalName: 'x' }),
  update: ({ workflowService: w }, namespace) =>
    w.updateWorkflowExecution({
      namespace,
      workflowExecution: execution,
      request: { meta: { updateId: 'u' }, input: { name: 'review' } },
    }),
  startActivity: ({ workflowService: w }, namespace) =>
    w.startActivityExecution({ namespace, requestId, activityId: 'a', activityType: { name: 'x' }, taskQueue }),
  cancel: ({ workflowService: w }, namespace) =>
    w.requestCancelWorkflowExecution({ namespace, workflowExecution: execution }),
  terminate: ({ workflowService: w }, namespace) =>
    w.terminateWorkflowExecution({ namespace, workflowExecution: execution }),
  reset: ({ workflowService: w }, namespace) =>
    w.resetWorkflowExecution({ namespace, requestId, workflowExecution: execution }),
  delete: ({ workflowService: w }, namespace) => w.deleteWorkflowExecution({ namespace, workflowExecution: execution }),
  respond: ({ workflowService: w }, namespace) =>
    w.respondActivityTaskCompletedById({ namespace, workflowId: 'nobody', activityId: 'a' }),
  createSchedule: ({ workflowService: w }, namespace) => w.createSchedule({ namespace, requestId, scheduleId: '' }),
  batch: ({ workflowService: w }, namespace) => w.startBatchOperation({ namespace, jobId: 'j', reason: 'r' }),
  updateNamespace: ({ workflowService: w }, namespace) => w.updateNamespace({ namespace }),
  registerNamespace: ({ workflowService: w }, namespace) => w.registerNamespace({ namespace }),
  addSearchAttributes: ({ operatorService: o }, namespace) =>
    o.addSearchAttributes({ namespace, searchAttributes: {} }),
  deleteNamespace: ({ operatorService: o }) => o.deleteNamespace({ namespace: 'no-namespace-of-this-name' }),
  listNamespaces: ({ workflowService: w }) => w.listNamespaces({}),
  listClusters: ({ operatorService: o }) => o.listClusters({}),
} satisfies Record<string, Call>;
type Name = keyof typeof calls;
const names = Object.keys(calls) as Name[];

const looking: Name[] = ['describeNamespace', 'list', 'count', 'describe', 'history', 'query'];
const cluster: Name[] = ['listNamespaces', 'listClusters', 'deleteNamespace'];
const sending: Name[] = [
  'describeNamespace',
  'describe',
  'history',
  'query',
  'start',
  'signal',
  'update',
  'startActivity',
];
const administering: Name[] = ['updateNamespace', 'registerNamespace', 'addSearchAttributes'];
const writing = names.filter((name) => ![...cluster, ...administering].includes(name));

/** What each may do in the namespace of the service. */
const allowed: Record<string, Name[]> = {
  'public-gateway': sending,
  'customer-gateway': sending,
  'attorney-gateway': sending,
  ops: [...sending, 'list', 'count', 'delete'],
  'case-worker': [...writing, 'registerNamespace', 'addSearchAttributes'],
  'outbox-worker': writing,
  'temporal-web': [...looking, 'listNamespaces'],
  tasks: names,
  // The certificate of the server itself: it is no client.
  temporal: [],
};

describe.each(Object.keys(allowed))('%s', (name) => {
  test('may do in the namespace of the service what it needs, and nothing else', async () => {
    expect(await letIn(name, own)).toEqual(names.filter((one) => allowed[name]!.includes(one)));
  });

  test('may do nothing in another namespace', async () => {
    const seesAll: Record<string, Name[]> = { tasks: names, 'temporal-web': allowed['temporal-web']! };
    const expected = seesAll[name] ?? [];
    expect(await letIn(name, 'another')).toEqual(names.filter((one) => expected.includes(one)));
  });

  test('may read the health of the server', async () => {
    const connection = await connectAs(name);
    expect((await connection.workflowService.getSystemInfo({})).serverVersion).toMatch(/^1\./);
    expect((await connection.healthService.check({})).status).toBe(1);
    await connection.close();
  });
});

describe('there is no connection', async () => {
  const others = await issueCertificates(binaries, await mkdtemp(join(tmpdir(), 'other-authority-')));

  test.each([
    ['without a certificate', ({ clientCertPair, ...tls }: Tls) => (clientCertPair ? tls : expect.unreachable())],
    ['with the certificate of another authority', () => temporal.connectionOf('tasks', others).tls!],
  ])('%s', async (_, change) => {
    const right = temporal.connectionOf('tasks');
    const options = { ...right, tls: change(right.tls!) };
    await expect(Connection.connect({ ...options, connectTimeout: 2000 })).rejects.toThrow('deadline');
    await expect(NativeConnection.connect(options)).rejects.toThrow(TransportError);
  });

  test('without TLS', async () => {
    const { address } = temporal;
    await expect(Connection.connect({ address, connectTimeout: 2000 })).rejects.toThrow('deadline');
  });

  test('to the internal ports of the server, with the certificate of a client', async () => {
    expect(await meets('temporal', 'internode-')).toBe('open');
    expect(await meets('tasks', '')).not.toBe('open');
    expect(await meets('temporal', '')).not.toBe('open');
  });
});

test('the case worker looks for the namespace of the service, and registers no other', async () => {
  const worker = await connectAs('case-worker');
  expect(await registerLostNamespace(worker, own)).toBe(false);
  await expect(registerLostNamespace(worker, 'a-third')).rejects.toSatisfy(isRefusal);
  await worker.close();
});

test('a task registers the namespace, with its own certificate', async () => {
  const program = fileURLToPath(new URL('../../../services/tasks/src/main.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, 'temporal'], {
    env: { ...temporal.environmentOf('tasks'), DATABASE_URL: await cloneDatabase() },
  });
  expect(JSON.parse(stdout)).toMatchObject({ task: 'temporal', namespace: own });
});

test('valid certificates are kept', async () => {
  const { server } = binaries;
  const before = readFileSync(join(temporal.certificates, 'ops', 'certificate.pem'), 'utf8');
  const { stdout } = await promisify(execFile)(server, ['certificates', temporal.certificates]);
  expect(stdout).toBe('');
  expect(readFileSync(join(temporal.certificates, 'ops', 'certificate.pem'), 'utf8')).toBe(before);
});

test('the server does not start without authorization unless that is explicit', async () => {
  const { server } = binaries;
  const starting = promisify(execFile)(server, ['start'], { env: { DB: 'postgres12_pgx' } });
  await expect(starting).rejects.toThrow('without --allow-no-auth');
});

test('cases, mails and webhooks work with it, each process with its own certificate', async () => {
  const receivers = await createReceivers();
  const receiver = await receivers.start();
  const { signUp, send, stack } = await startService({
    temporal: (process) => temporal.connectionOf(process),
    temporalNamespace: own,
    mail: {},
    webhooks: { ca: receivers.ca },
  });
  const customer = await signUp();
  await register(customer, receiver.url);
  const { id } = await customer.submitted(buildFacts());
  let { state } = await customer.read(id);
  while (state !== 'closed') ({ state } = await customer.advance(id));
  await receiver.waitFor(2);
  const lead = { kind: 'contact', name: 'Robin Example', email: 'robin@example.com', message: 'Which states?' };
  expect((await send('POST', '/v1/public/leads', { body: lead })).status).toBe(202);
  await stack.delivery!.mailbox.waitForMails('operators@example.com');
  await receiver.stop();
});

test('Temporal Web shows everything and can change nothing', async () => {
  const web = await temporal.startWeb();
  const workflows = `${web}/api/v1/namespaces/${own}/workflows`;
  expect((await fetch(workflows)).status).toBe(200);
  const page = await fetch(web);
  const csrf =
    page.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('_csrf='))
      ?.split(/[=;]/)[1] ?? '';
  const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf, cookie: `_csrf=${csrf}` };
  for (const action of ['terminate', 'cancel', 'signal/x', 'reset']) {
    const response = await fetch(`${workflows}/nobody/${action}`, { method: 'POST', headers, body: '{}' });
    expect({ action, response: await response.json() }).toMatchObject({ action, response: { code: 7 } });
  }
});

type Tls = NonNullable<ReturnType<typeof temporal.connectionOf>['tls']>;

function connectAs(name: string): Promise<Connection> {
  return Connection.connect(temporal.connectionOf(name));
}

/** The calls that were not refused. */
async function letIn(name: string, inNamespace: string): Promise<Name[]> {
  const connection = await connectAs(name);
  const found: Name[] = [];
  for (const one of names) {
    const error: unknown = await connection
      .withDeadline(Date.now() + 60_000, () => calls[one](connection, inNamespace))
      .catch((reason: unknown) => reason);
    if (!isRefusal(error)) found.push(one);
  }
  await connection.close();
  return found;
}

function isRefusal(error: unknown): boolean {
  const permissionDenied = 7;
  return isGrpcServiceError(error) && (error.code as number) === permissionDenied;
}

/** Says `open` where the membership port takes the certificate; what it says against it otherwise. */
function meets(name: string, prefix: string): Promise<string> {
  const file = (base: string) => readFileSync(join(temporal.certificates, name, `${prefix}${base}.pem`));
  const socket = connect({
    port: temporal.membershipPort,
    host: '127.0.0.1',
    servername: 'internode',
    ca: readFileSync(join(temporal.certificates, 'temporal', 'internode-ca.pem')),
    cert: file('certificate'),
    key: file('key'),
    maxVersion: 'TLSv1.2', // in 1.3 the server refuses only after the client's handshake is over
  });
  return new Promise((resolve) => {
    socket.once('secureConnect', () => resolve('open')).once('error', ({ message }) => resolve(message));
  }).finally(() => socket.destroy()) as Promise<string>;
}
