import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Route } from '@evict/contract';
import { keptAuthority, urlAs } from '@evict/local';
import { openTestStore } from '@evict/store/testing';
import { CaseClient } from '@evict/temporal';
import { registerNamespace } from '@evict/temporal/setup';
import { cloneDatabase, startTestMailbox } from '@evict/testkit';
import { Client, Connection } from '@temporalio/client';
import { afterAll, inject } from 'vitest';
import { createWorld, type World } from '../../rehearsal/chaos/world.ts';
import { startReceivers } from '../../rehearsal/support/receivers.ts';
import { Tally } from '../../rehearsal/chaos/tally.ts';
import { deploymentEnvironment, startGatewayProcess } from './gateway-processes.ts';
import { metricsOf, sampleOf } from './metrics.ts';
import { gatewayOf, startProxy } from './proxy.ts';
import { type ServiceProcess, startWorkerProcess, type WorkerProcess } from './service-process.ts';

/** The metric that counts the work of each kind of process. */
const workOf = {
  'public-gateway': 'evict_http_request_duration_seconds_count',
  'customer-gateway': 'evict_http_request_duration_seconds_count',
  'attorney-gateway': 'evict_http_request_duration_seconds_count',
  'case-worker': 'evict_case_events_total',
  'outbox-worker': 'evict_deliveries_total',
} as const;
export type Kind = keyof typeof workOf;
type Pair<P> = readonly [P, P];

export interface Pairs {
  gateways: Readonly<Record<`${Route['gateway']}-gateway`, Pair<ServiceProcess>>>;
  processes: Readonly<Record<Kind, Pair<WorkerProcess>>>;
  /** For playing cases through one proxy in front of all gateways. */
  world: World;
  mailbox: Awaited<ReturnType<typeof startTestMailbox>>;
}

/**
 * A deployment with two of every process, on its own database and namespace; a proxy alternates between the two of each
 * gateway. Stopped after the last test of the file.
 */
export async function startPairs(): Promise<Pairs> {
  const { temporalAddress: address, temporalNamespace, workflowBundle } = inject('servers');
  const namespace = `${temporalNamespace}-pairs`;
  const folder = await mkdtemp(join(tmpdir(), 'pairs-'));
  const [databaseUrl, connection, receivers, mailbox] = await Promise.all([
    cloneDatabase(),
    Connection.connect({ address }),
    startReceivers(folder, 2),
    startTestMailbox(),
  ]);
  await registerNamespace(connection, namespace);
  const authority = join(folder, 'authority.pem');
  await writeFile(authority, (await keptAuthority(folder)).cert);

  const env = {
    TEMPORAL_NAMESPACE: namespace,
    LIVE_MODE: 'on',
    WEBSITE_ORIGIN: 'https://www.example.com',
    WEBHOOK_TEST_ALLOW: '127.0.0.0/8',
    WEBHOOK_RETRY_DELAYS: '1s,2s,4s,8s',
    NODE_EXTRA_CA_CERTS: authority,
    WORKFLOW_BUNDLE: workflowBundle,
    SANDBOX_REVIEW_DELAY: '1h', // the cases go on only when they are advanced
    SMTP_URL: mailbox.url,
    SMTP_TLS: 'off',
    MAIL_FROM: 'service@example.com',
  };
  const gateway = (kind: keyof Pairs['gateways']) => two(() => startGatewayProcess(kind, databaseUrl, env));
  const worker = (kind: Kind) => {
    const role = kind === 'case-worker' ? 'case_worker' : 'outbox_worker';
    return two(() => startWorkerProcess(kind, { ...deploymentEnvironment(urlAs(role, databaseUrl)), ...env }));
  };
  const [publics, customers, attorneys, caseWorkers, outboxWorkers] = await Promise.all([
    gateway('public-gateway'),
    gateway('customer-gateway'),
    gateway('attorney-gateway'),
    worker('case-worker'),
    worker('outbox-worker'),
  ]);
  const gateways = { 'public-gateway': publics, 'customer-gateway': customers, 'attorney-gateway': attorneys };
  const processes = { ...gateways, 'case-worker': caseWorkers, 'outbox-worker': outboxWorkers };

  const proxy = await startProxy(
    (['public', 'customer', 'attorney'] as const).flatMap((name) =>
      gateways[`${name}-gateway`].map((process) => ({
        ...process,
        serves: (path: string) => gatewayOf(path) === name,
      })),
    ),
  );
  const store = openTestStore(databaseUrl);
  const client = new Client({ connection, namespace });
  const stack = { api: proxy.url, store, client, cases: new CaseClient(client) };
  const world = await createWorld({ stack, receivers, tally: new Tally() }, 0);
  afterAll(async () => {
    await proxy.stop();
    await Promise.all(Object.values(processes).flatMap((pair) => pair.map(({ stop }) => stop())));
    receivers.close();
    await Promise.all([mailbox.stop(), connection.close(), store.close()]);
    await rm(folder, { recursive: true });
  });
  return { gateways, processes, world, mailbox };
}

/** How much a process has done: requests served, events recorded, or delivery attempts made. */
export async function workDone(kind: Kind, { operationsUrl }: WorkerProcess): Promise<number> {
  return sampleOf(await metricsOf(operationsUrl), workOf[kind]);
}

function two<P>(start: () => Promise<P>): Promise<Pair<P>> {
  return Promise.all([start(), start()]);
}
