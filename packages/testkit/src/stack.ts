import { randomUUID } from 'node:crypto';
import { createCaseWorker } from '@evict/case-worker/worker';
import { type BlobStore, type BlobStoreSettings, openBlobStore } from '@evict/store/bytes';
import { openStore, type Store } from '@evict/store/database';
import { type Process, processes as everyProcess } from '@evict/store/roles';
import { openTestStore, type TestStore } from '@evict/store/testing';
import { RenderPool, type RenderPoolOptions } from '@evict/documents';
import type { IdleOutboxesTimes } from '@evict/outbox-worker/idle-outboxes';
import { createGuard } from '@evict/webhooks';
import { createAllGateways, freePort, listenOnOnePort, urlAs } from '@evict/local';
import { builtPages } from '@evict/website/build';
import { createPayments } from '@evict/payments';
import { createLogger, type Logger } from '@evict/telemetry';
import { CaseClient, CaseProcesses, createClient, OutboxClient } from '@evict/temporal';
import { type Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { inject } from 'vitest';
import { cloneDatabase } from './databases.ts';
import { type MailOptions, startOutbox, type TestOutbox, type WebhookOptions } from './outbox.ts';
import { startTestStripe, type TestStripe } from './stripe-server.ts';

export interface StackOptions {
  /** Off unless a test is about live mode. */
  liveMode?: boolean;
  /** One by default: each test gives its callers their own addresses in X-Forwarded-For. */
  proxyHops?: number;
  /** Longer than any test by default, so that the sandbox reviewer acts only by an advance. */
  sandboxReviewDelayMs?: number;
  /** Silent by default. */
  logger?: Logger;
  /** The list of erasures; none by default. */
  erasureList?: string;
  /** Continue with the database, task queue or namespace of another stack; its own by default. */
  databaseUrl?: string;
  taskQueue?: string;
  temporalNamespace?: string;
  /** The server of the run by default. */
  temporalAddress?: string;
  /** Where document bytes are stored; in the database by default. */
  blobs?: BlobStoreSettings;
  /** The number of renderers; one by default. */
  rendering?: RenderPoolOptions;
  /** Adds an outbox worker and a mailbox; without it mail is recorded and not sent. */
  mail?: MailOptions;
  /** Adds an outbox worker that may post to this machine; without it no receiver of a test can be reached. */
  webhooks?: WebhookOptions;
  /** When the outbox worker notices overdue rows; that of the deployment by default. */
  idleTimes?: IdleOutboxesTimes;
  /** Storage quota; that of the documentation by default. */
  storageQuota?: { test: number; live: number };
  /** Requests per second of each caller; those of the interface by default. */
  rates?: Parameters<typeof createAllGateways>[0]['rates'];
  /** Adds the website, on the same port; links in mail lead to it. */
  website?: boolean;
  /** Enables online payment, with a server in place of Stripe. */
  payments?: boolean;
}

export interface TestStack {
  /** Of all gateways together, without a slash at the end. */
  baseUrl: string;
  /** Connected as the owner, for what a test sets up and inspects; the processes have their own. */
  store: TestStore;
  blobs: BlobStore;
  renderers: RenderPool;
  client: Client;
  /** Sends commands as the gateways do. */
  cases: CaseClient;
  /** Compares and restores workflows as the reconciler does, which runs only when a test calls it. */
  processes: CaseProcesses;
  taskQueue: string;
  outboxQueue: string;
  /** Wakes outboxes as the gateways do. */
  outbox: OutboxClient;
  /** With the option `mail` or `webhooks`. */
  delivery: TestOutbox | null;
  /** With the option `payments`. */
  stripe: TestStripe | null;
  /** Resolves when the worker takes tasks. Only after `stopWorker`. `bundle`: the file with other workflow code. */
  startWorker: (bundle?: string) => Promise<void>;
  /** Resolves when the running tasks of the worker are done. */
  stopWorker: () => Promise<void>;
  stop: () => Promise<void>;
}

const HOUR_MS = 3_600_000;
const OPERATORS = 'operators@example.com';
const WEBSITE_ORIGIN = 'https://www.example.com';
const inDatabase = { blobStore: 'postgres', s3Endpoint: '', s3Bucket: '', s3Region: '' } as const;
let quietRuntime: Runtime | undefined;

/**
 * Gateways and a case worker in this process, with an empty database and a task queue of their own, on the real servers
 * of the run. For test files under `test/`: start it in `beforeAll`, stop it in `afterAll`.
 */
export async function startStack(options: StackOptions = {}): Promise<TestStack> {
  const { liveMode = false, proxyHops = 1, sandboxReviewDelayMs = HOUR_MS } = options;
  const { workflowBundle: bundlePath, ...servers } = inject('servers');
  const { temporalAddress = servers.temporalAddress } = options;
  const temporal = { address: temporalAddress };
  const { temporalNamespace: namespace = servers.temporalNamespace, taskQueue = `cases-${randomUUID()}` } = options;
  quietRuntime ??= Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const { logger = createLogger('test', 'silent') } = options;
  const [gatewayConnection, connection, outboxConnection, native, outboxNative, databaseUrl] = await Promise.all([
    Connection.connect(temporal),
    Connection.connect(temporal),
    Connection.connect(temporal),
    NativeConnection.connect(temporal),
    NativeConnection.connect(temporal),
    options.databaseUrl ?? cloneDatabase(),
  ]);
  const store = openTestStore(databaseUrl);
  const stores = storesOf(databaseUrl);
  const clientOf = (of: Connection) => createClient({ connection: of, namespace });
  const client = clientOf(connection);
  const gatewayClient = clientOf(gatewayConnection);
  const cases = new CaseClient(gatewayClient, { taskQueue });
  const processes = new CaseProcesses(client, { taskQueue });
  const outboxQueue = `outbox-${randomUUID()}`;
  const outbox = new OutboxClient(gatewayClient, { taskQueue: outboxQueue });
  const blobsOf = (of: Store) => openBlobStore(of, options.blobs ?? inDatabase);
  const blobs = await blobsOf(store);
  const renderers = new RenderPool({ size: 1, ...options.rendering });
  const secretKey = randomUUID();
  const webhookGuard = createGuard({ testAllow: options.webhooks ? ['127.0.0.0/8'] : [] });
  const stripe = options.payments ? await startTestStripe() : null;
  const payments = stripe && createPayments({ stripeSecretKey: stripe.secretKey, stripeApiBase: stripe.url });
  const port = options.website ? await freePort() : 0;
  const websiteOrigin = options.website ? `http://127.0.0.1:${port}` : WEBSITE_ORIGIN;
  const gateway = await createAllGateways({
    stores,
    cases,
    blobs: {
      customer_gateway: await blobsOf(stores.customer_gateway),
      attorney_gateway: await blobsOf(stores.attorney_gateway),
    },
    logger,
    secretKey,
    liveMode,
    proxyHops,
    websiteOrigin,
    operatorsAddress: OPERATORS,
    outbox,
    payments,
    storageQuota: options.storageQuota ?? { test: 500 * 1024 ** 2, live: 20 * 1024 ** 3 },
    webhookGuard,
    rates: options.rates,
  });
  const address = { port, host: '127.0.0.1' };
  const ofWebsite = { websiteOrigin, secretKey, proxyHops, logger };
  const server = options.website
    ? await listenOnOnePort(gateway, { ...ofWebsite, websitePages: await builtPages() }, address)
    : await gateway.listen(address);

  let stopWorker = async () => {};
  const startWorker = async (bundle = bundlePath) => {
    const settings = {
      native,
      connection,
      namespace,
      taskQueue,
      store: stores.case_worker,
      blobs: await blobsOf(stores.case_worker),
      renderers,
      logger,
      outbox: new OutboxClient(client, { taskQueue: outboxQueue }),
      sandboxReviewDelayMs,
      platformFeeCents: 14_900,
      operatorsAddress: OPERATORS,
      erasureList: options.erasureList ?? '',
    };
    const worker = await createCaseWorker({ ...settings, bundlePath: bundle });
    const running = worker.run();
    stopWorker = async () => {
      stopWorker = async () => {};
      worker.shutdown();
      await running;
    };
  };
  const delivers = options.mail !== undefined || options.webhooks !== undefined;
  const sending = {
    native: outboxNative,
    client: clientOf(outboxConnection),
    store: stores.outbox_worker,
    logger,
    payments,
    websiteOrigin,
    taskQueue: outboxQueue,
    bundlePath,
    ...(options.idleTimes && { idleTimes: options.idleTimes }),
  };
  const [delivery] = await Promise.all([
    delivers ? startOutbox({ ...sending, secretKey, webhookGuard }, options) : null,
    startWorker(),
  ]);

  return {
    baseUrl: `http://127.0.0.1:${server.port}`,
    store,
    blobs,
    renderers,
    client,
    cases,
    processes,
    taskQueue,
    outboxQueue,
    outbox,
    delivery,
    stripe,
    startWorker,
    stopWorker: () => stopWorker(),
    async stop() {
      await server.close(0);
      await Promise.all([stopWorker(), delivery?.stop(), stripe?.stop()]);
      const every = [store, ...Object.values(stores)];
      const connections = [gatewayConnection, connection, outboxConnection, native, outboxNative];
      await Promise.all([renderers, ...connections, ...every].map((one) => one.close()));
    },
  };
}

/** One under the role of each process. */
function storesOf(databaseUrl: string): Record<Process, Store> {
  const entries = everyProcess.map((process) => [process, openStore(urlAs(process, databaseUrl))] as const);
  return Object.fromEntries(entries) as Record<Process, Store>;
}
