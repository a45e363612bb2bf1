import { randomUUID } from 'node:crypto';
import { reportFailedMails } from '@evict/case-worker/report-failed-mails';
import { createCaseWorker } from '@evict/case-worker/worker';
import { defaultStorageQuota } from '@evict/contract';
import { type BlobStoreSettings, openBlobStore } from '@evict/store/bytes';
import { openStore, type Store } from '@evict/store/database';
import { type Process, processes as everyProcess } from '@evict/store/roles';
import { openTestStore } from '@evict/store/testing';
import { RenderPool, type RenderPoolOptions } from '@evict/papers';
import { createGuard, createGuardedFetch, createTextResolver } from '@evict/webhooks';
import { createVirusScan } from '@evict/http';
import { createAllGateways, freePort, urlAs } from '@evict/local';
import { builtPages } from '@evict/website/build';
import { createPayments } from '@evict/payments';
import { createLogger, type Logger } from '@evict/telemetry';
import { CaseClient, CaseWorkflows, createClient } from '@evict/temporal';
import { Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import { inject } from 'vitest';
import { cloneDatabase } from './databases.ts';
import { type MailOptions, startOutbox, type WebhookOptions } from './outbox.ts';
import { restartable } from './restartable.ts';
import { startTestStripe } from './stripe-server.ts';

export interface StackOptions {
  /** Enables live mode, which is off by default. */
  liveMode?: boolean;
  /** Whether live mode requires a verified organization. The default is `off`. */
  verifiedForLive?: 'required' | 'off';
  /**
   * The number of proxies in front of the gateways. With the default of one, each test gives its callers their own IP
   * addresses in X-Forwarded-For.
   */
  proxyHops?: number;
  /**
   * The delay of the sandbox reviewer. By default it is longer than any test, so the reviewer only acts after an
   * `advance`.
   */
  sandboxReviewDelayMs?: number;
  /** The default logger is silent. */
  logger?: Logger;
  /** The folder with the list of erasures. None by default. */
  erasureList?: string;
  /**
   * Continues with the database, task queue or namespace of another stack. By default the stack has its own database
   * and task queue, and all tests share the namespace.
   */
  databaseUrl?: string;
  taskQueue?: string;
  temporalNamespace?: string;
  /** The Temporal server. By default it is the one that all tests of the run share. */
  temporalAddress?: string;
  /** Where document bytes are stored. The default is the database. */
  blobs?: BlobStoreSettings;
  /** Gives the stack its own renderers. By default the stacks of a process share one. */
  rendering?: RenderPoolOptions;
  /** Adds an outbox worker and a mailbox. Otherwise, email is recorded but not sent. */
  mail?: MailOptions;
  /** Adds an outbox worker that may post to this machine. Otherwise, test receivers can't be reached. */
  webhooks?: WebhookOptions;
  /**
   * How often the outbox worker polls for due rows even if it isn't notified, in milliseconds. The default is the same
   * as in a deployment.
   */
  lookEveryMs?: number;
  /** The request rates of each caller. The defaults are those of the API. */
  rates?: Parameters<typeof createAllGateways>[0]['rates'];
  /** Adds the website on the same port. Links in emails lead to it. */
  website?: boolean;
  /**
   * Enables identity providers on this machine. `ca` is the authority that issued their certificates. `nameServers`
   * serve the TXT records that prove ownership of the organizations' email domains.
   */
  identityProviders?: { ca: string; nameServers: readonly string[] };
  /** Scans uploads with the clamd at this host and port. */
  clamd?: string;
  /** Requires signed approvals, which is off by default. */
  requireSignedApprovals?: boolean;
  /** Enables online payment, with a test server in place of Stripe. */
  payments?: boolean;
}

export type TestStack = Awaited<ReturnType<typeof startStack>>;

const HOUR_MS = 3_600_000;
const OPERATORS = 'operators@example.com';
const platformFeeCents = 14_900;
const WEBSITE_ORIGIN = 'https://www.example.com';
const inDatabase = { blobStore: 'postgres', s3Endpoint: '', s3Bucket: '', s3Region: '' } as const;
let quietRuntime: Runtime | undefined;
/**
 * The renderers of all stacks in this process that don't have their own. Starting a renderer takes half a second of CPU
 * time.
 */
let sharedRenderers: RenderPool | undefined;

/**
 * Starts gateways and a case worker in this process, with their own empty database and task queue, on the real servers
 * of the run. For test files under `test/`: start it in `beforeAll`, stop it in `afterAll`.
 */
export async function startStack(options: StackOptions = {}) {
  const { liveMode = false, proxyHops = 1, sandboxReviewDelayMs = HOUR_MS, requireSignedApprovals = false } = options;
  const { workflowBundle: bundlePath, ...servers } = inject('servers');
  const { temporalAddress: address = servers.temporalAddress, logger = createLogger('test', 'silent') } = options;
  const { temporalNamespace: namespace = servers.temporalNamespace, taskQueue = `cases-${randomUUID()}` } = options;
  quietRuntime ??= Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const [connection, native, databaseUrl] = await Promise.all([
    Connection.connect({ address }),
    NativeConnection.connect({ address }),
    options.databaseUrl ?? cloneDatabase(),
  ]);
  // Uses the maintenance timeouts, because tests create thousands of rows with one statement.
  const store = openTestStore(databaseUrl, undefined, 'maintenance');
  const stores = storesOf(databaseUrl);
  const client = createClient({ connection, namespace });
  const cases = new CaseClient(client, { taskQueue });
  const blobsOf = (of: Store) => openBlobStore(of, options.blobs ?? inDatabase);
  const renderers = options.rendering
    ? new RenderPool({ size: 1, ...options.rendering })
    : (sharedRenderers ??= new RenderPool({ size: 1 }));
  const secretKeys = [randomUUID()];
  const webhookGuard = createGuard({
    testAllow: options.webhooks || options.identityProviders ? ['127.0.0.0/8'] : [],
  });
  const stripe = options.payments ? await startTestStripe() : null;
  const payments = stripe && createPayments({ stripeSecretKey: stripe.secretKey, stripeApiBase: stripe.url });
  const port = options.website ? await freePort() : 0;
  const websiteOrigin = options.website ? `http://127.0.0.1:${port}` : WEBSITE_ORIGIN;
  const { gateway, imports } = await createAllGateways({
    stores,
    cases,
    blobs: {
      customer_gateway: await blobsOf(stores.customer_gateway),
      attorney_gateway: await blobsOf(stores.attorney_gateway),
    },
    refuseInfected: createVirusScan(options.clamd ?? ''),
    logger,
    secretKeys,
    liveMode,
    verifiedForLive: options.verifiedForLive ?? 'off',
    proxyHops,
    websiteOrigin,
    requireSignedApprovals,
    platformFeeCents,
    operatorsAddress: OPERATORS,
    payments,
    storageQuota: defaultStorageQuota,
    webhookGuard,
    fetchGuarded: createGuardedFetch({ guard: webhookGuard, ...options.identityProviders }),
    resolveText: createTextResolver(options.identityProviders?.nameServers),
    rates: options.rates,
    websitePages: options.website ? await builtPages() : '',
  });
  const listening = { port, host: '127.0.0.1' };
  const server = await gateway.listen(listening);

  const worker = restartable(async (bundle: string = bundlePath) =>
    createCaseWorker({
      native,
      connection,
      namespace,
      taskQueue,
      store: stores.case_worker,
      blobs: await blobsOf(stores.case_worker),
      renderers,
      logger,
      sandboxReviewDelayMs,
      platformFeeCents,
      websiteOrigin,
      requireSignedApprovals,
      operatorsAddress: OPERATORS,
      erasureList: options.erasureList ?? '',
      bundlePath: bundle,
    }),
  );
  const sending = {
    databaseUrl: urlAs('outbox_worker', databaseUrl),
    store: stores.outbox_worker,
    logger,
    payments,
    websiteOrigin,
    lookEveryMs: options.lookEveryMs,
  };
  const delivers = options.mail !== undefined || options.webhooks !== undefined;
  const [delivery] = await Promise.all([
    delivers ? startOutbox({ ...sending, secretKeys, webhookGuard }, options) : null,
    worker.start(),
  ]);

  return {
    /** The URL of all gateways together, without a trailing slash. */
    baseUrl: `http://127.0.0.1:${server.port}`,
    /**
     * Connected as the database's owner, so that tests can set up and inspect anything. The processes have their own
     * connections.
     */
    store,
    blobs: await blobsOf(store),
    renderers,
    client,
    /** Sends commands as the gateways do. */
    cases,
    /** Compares and restores workflows as the reconciler does. Here the reconciler runs only when a test calls it. */
    workflows: new CaseWorkflows(client, { taskQueue }),
    taskQueue,
    /** Records abandoned emails on their cases, as the case worker does. Here it runs only when a test calls it. */
    reportFailedMails: () => reportFailedMails({ store: stores.case_worker, cases }),
    /** Present with the option `mail` or `webhooks`. */
    delivery,
    /** Present with the option `payments`. */
    stripe,
    /**
     * Resolves when the worker accepts tasks. Only allowed after `stopWorker`. Pass a file to use another workflow
     * bundle.
     */
    startWorker: worker.start,
    /** Resolves when the worker's running tasks are done. */
    stopWorker: worker.stop,
    async stop(): Promise<void> {
      await server.close(0);
      await imports.stop();
      await Promise.all([worker.stop(), delivery?.stop(), stripe?.stop()]);
      const opened = [connection, native, store, ...Object.values(stores)];
      await Promise.all(opened.map((one) => one.close()));
      // The shared renderers end with the process.
      if (renderers !== sharedRenderers) await renderers.close();
    },
  };
}

/** Opens one store for the database role of each process. */
function storesOf(databaseUrl: string): Record<Process, Store> {
  const entries = everyProcess.map((process) => [process, openStore(urlAs(process, databaseUrl))] as const);
  return Object.fromEntries(entries) as Record<Process, Store>;
}
