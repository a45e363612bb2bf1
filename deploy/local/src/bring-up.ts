import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Process } from '@evict/store/roles';
import { builtPages } from '@evict/website/build';
import type { DataDir } from './data-dir.ts';
import { urlAs } from './database-roles.ts';
import { keptSecret } from './kept-secret.ts';
import { CannotStart } from './cannot-start.ts';
import { startMailbox } from './mailbox.ts';
import { standInKey, startPaymentsStandIn } from './payments/start.ts';
import { choosePorts } from './ports.ts';
import { startPostgres } from './postgres.ts';
import { prepareDatabase } from './prepare-database.ts';
import { prepareTemporal } from './prepare-temporal.ts';
import type { Supervisor } from './processes.ts';
import { startGateways, startWorker } from './services.ts';
import { databaseName, postgresFolder, type StackSettings, temporalFolder } from './settings.ts';
import { temporalProgram } from './temporal-program.ts';
import { type DynamicConfig, startTemporal, temporalDatabase } from './temporal.ts';
import { workflowBundle } from './workflow-bundle.ts';

export interface StackOptions {
  settings: StackSettings;
  /** The environment of the started processes. The stack's own settings override it. */
  env: Readonly<Record<string, string | undefined>>;
  report: (line: string) => void;
  /** Dynamic configuration of the stack's own Temporal server. */
  dynamicConfig?: DynamicConfig;
}

/** Where the parts of a running stack can be reached, as URLs unless a comment says otherwise. */
export interface Addresses {
  website: string;
  api: string;
  /** As host:port. */
  temporal: string;
  temporalNamespace: string;
  /** The namespace's page in Temporal Web. Null if the Temporal server isn't the stack's own. */
  temporalWeb: string | null;
  mailbox: string;
  /** The payment provider's stand-in. Null if there is none. */
  payments: string | null;
  /** As host:port. */
  smtp: string;
  /** As host:port. */
  postgres: string;
  /** The metrics page of each process. */
  metrics: Record<'gateways' | 'case worker' | 'outbox worker', string>;
}

type Site = StackOptions & { supervisor: Supervisor; dir: DataDir; ports: Ports };
type Ports = Record<keyof ReturnType<typeof wantedPorts>, number>;

/** Starts every part as soon as its dependencies are up. Resolves when all of them respond. */
export async function bringUp(supervisor: Supervisor, dir: DataDir, options: StackOptions): Promise<Addresses> {
  const { paymentProvider, stripeSecretKey } = options.settings;
  if (paymentProvider === 'stand-in' && stripeSecretKey !== '') {
    throw new CannotStart('Stripe and its stand-in cannot be used together. Unset STRIPE_SECRET_KEY or PAYMENTS.');
  }
  const ports = await choosePorts(wantedPorts(options.settings), dir.lastPorts);
  await dir.rememberPorts(ports);
  const site: Site = { ...options, supervisor, dir, ports };
  const bundle = workflowBundle();
  const pages = builtPages();
  await Promise.all([
    bundle,
    pages,
    bringUpPayments(site),
    startMailbox(supervisor, { dir: join(dir.path, 'mail'), smtpPort: ports.SMTP_PORT, webPort: ports.MAIL_UI_PORT }),
    bringUpService(site, { bundle, pages }),
  ]);
  return addressesOf(site);
}

function wantedPorts(settings: StackSettings) {
  return {
    PORT: settings.port,
    POSTGRES_PORT: settings.postgresPort,
    TEMPORAL_PORT: settings.temporalPort,
    TEMPORAL_UI_PORT: settings.temporalUiPort,
    MAIL_UI_PORT: settings.mailUiPort,
    SMTP_PORT: settings.smtpPort,
    METRICS_PORT: settings.metricsPort,
    CASE_WORKER_METRICS_PORT: 0,
    OUTBOX_WORKER_METRICS_PORT: 0,
    PAYMENTS_PORT: 0,
  };
}

function addressesOf({ ports, settings }: Site): Addresses {
  const local = (port: number) => `127.0.0.1:${port}`;
  const isOwn = settings.temporalAddress === '';
  const api = `http://${local(ports.PORT)}`;
  return {
    website: settings.websiteOrigin || api,
    api,
    temporal: isOwn ? local(ports.TEMPORAL_PORT) : settings.temporalAddress,
    temporalNamespace: settings.temporalNamespace,
    temporalWeb: isOwn ? webOfNamespace(ports.TEMPORAL_UI_PORT, settings.temporalNamespace) : null,
    mailbox: `http://${local(ports.MAIL_UI_PORT)}`,
    payments: settings.paymentProvider === 'stand-in' ? `http://${local(ports.PAYMENTS_PORT)}` : null,
    smtp: local(ports.SMTP_PORT),
    postgres: local(ports.POSTGRES_PORT),
    metrics: {
      gateways: `http://${local(ports.METRICS_PORT)}/metrics`,
      'case worker': `http://${local(ports.CASE_WORKER_METRICS_PORT)}/metrics`,
      'outbox worker': `http://${local(ports.OUTBOX_WORKER_METRICS_PORT)}/metrics`,
    },
  };
}

/** Returns the URL of a namespace's page in the Temporal Web on this port. */
export function webOfNamespace(port: number, namespace: string): string {
  return `http://127.0.0.1:${port}/namespaces/${encodeURIComponent(namespace)}`;
}

/**
 * Starts PostgreSQL, Temporal and the product's processes. The gateways and the outbox worker wait only for the
 * database, and the case worker also waits for Temporal.
 */
async function bringUpService(
  site: Site,
  { bundle, pages }: Readonly<Record<'bundle' | 'pages', Promise<string>>>,
): Promise<void> {
  const { supervisor, dir, ports } = site;
  const temporalIsUp = bringUpTemporal(site);
  temporalIsUp.catch(() => {}); // it is awaited later, so this avoids an unhandled rejection until then
  const pgDir = join(dir.path, postgresFolder);
  const postgres = await startPostgres(supervisor, { dir: pgDir, port: ports.POSTGRES_PORT, durable: true });
  const { website, temporal, temporalNamespace, smtp, payments } = addressesOf(site);
  const env = {
    ...site.env,
    SECRET_KEY: site.env['SECRET_KEY'] || (await keptSecret(join(dir.path, 'secret-key'))),
    TEMPORAL_ADDRESS: temporal,
    TEMPORAL_NAMESPACE: temporalNamespace,
    SMTP_URL: `smtp://${smtp}`,
    SMTP_TLS: 'off', // the mailbox has no certificate, but mail doesn't leave this machine
    MAIL_FROM: site.settings.mailFrom,
    OPS_EMAIL: site.settings.operatorsAddress,
    WEBSITE_ORIGIN: website,
    ...(payments !== null && { STRIPE_SECRET_KEY: standInKey, STRIPE_API_BASE: payments }),
  };
  const settingsOf = (process: Process, metricsPort: number, more: StackOptions['env']) => ({
    dir: join(dir.path, 'logs'),
    env: { ...env, ...more, DATABASE_URL: databaseOf(process), METRICS_PORT: String(metricsPort) },
  });
  const databaseOf = (process: Process) => urlAs(process, postgres.url(databaseName));
  const database = prepareDatabase(postgres);
  const bringUpGateways = async () => {
    const [folder] = await Promise.all([pages, database]);
    const more = {
      PUBLIC_GATEWAY_DATABASE_URL: databaseOf('public_gateway'),
      ATTORNEY_GATEWAY_DATABASE_URL: databaseOf('attorney_gateway'),
      WEBSITE_PAGES: folder,
    };
    await startGateways(supervisor, settingsOf('customer_gateway', ports.METRICS_PORT, more), ports.PORT);
  };
  const bringUpCaseWorker = async () => {
    const [file] = await Promise.all([bundle, database, temporalIsUp]);
    const more = { WORKFLOW_BUNDLE: file };
    await startWorker(supervisor, settingsOf('case_worker', ports.CASE_WORKER_METRICS_PORT, more), 'case-worker');
  };
  const bringUpOutboxWorker = async () => {
    const [trust] = await Promise.all([trustOf(site), database]);
    const settings = settingsOf('outbox_worker', ports.OUTBOX_WORKER_METRICS_PORT, trust);
    await startWorker(supervisor, settings, 'outbox-worker');
  };
  await Promise.all([bringUpGateways(), bringUpCaseWorker(), bringUpOutboxWorker()]);
}

/**
 * If webhooks may reach private networks, returns the variable that makes the outbox worker trust the stack's own
 * certificate authority, which local receivers use.
 */
async function trustOf({ settings, env, dir }: Site): Promise<{ NODE_EXTRA_CA_CERTS?: string }> {
  if (settings.webhookTestAllow.length === 0) return {};
  const { trustedAuthorities } = await import('./webhooks/authority.ts');
  return { NODE_EXTRA_CA_CERTS: await trustedAuthorities(dir.path, env['NODE_EXTRA_CA_CERTS']) };
}

async function bringUpTemporal(site: Site): Promise<void> {
  const { temporal, temporalNamespace } = addressesOf(site);
  if (site.settings.temporalAddress !== '') return prepareTemporal(temporal, temporalNamespace, null);
  const { supervisor, dir, ports, env, report, dynamicConfig = {} } = site;
  const folder = join(dir.path, temporalFolder);
  const registered = join(folder, 'namespace');
  if (!existsSync(temporalDatabase(folder))) await rm(registered, { force: true });
  await startTemporal(supervisor, {
    dir: folder,
    port: ports.TEMPORAL_PORT,
    webPort: ports.TEMPORAL_UI_PORT,
    program: await temporalProgram(env, report),
    dynamicConfig,
  });
  await prepareTemporal(temporal, temporalNamespace, registered);
}

async function bringUpPayments(site: Site): Promise<void> {
  if (addressesOf(site).payments === null) return;
  await startPaymentsStandIn(site.supervisor, { dir: site.dir.path, port: site.ports.PAYMENTS_PORT });
}
