import { chmod, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startMailbox } from '@evict/local';
import { parse, stringify } from 'yaml';
import type { Deployment } from '../support/deployment.ts';
import { freePorts, unit, type Variables } from '../support/unit.ts';
import type { Programs } from './alerts.ts';
import { shorten, shortenRules } from './rules.ts';

const sources = fileURLToPath(new URL('../../../deploy/observability/', import.meta.url));
/** Long enough for the metrics of a process whose database does not respond, which take two seconds. */
const scrape = { scrape_interval: '3s', scrape_timeout: '3s', evaluation_interval: '1s' };

interface ActiveAlert {
  labels: Readonly<Record<string, string>>;
  state: 'pending' | 'firing';
  annotations: { summary: string };
}

export type Monitoring = Awaited<ReturnType<typeof startMonitoring>>;

/**
 * Prometheus and Alertmanager with the files of the deployment: rules and Alertmanager's waits in less time, the targets
 * those of this deployment, mail into a mailbox of the operators' own.
 */
export async function startMonitoring(
  { folder, processes }: Deployment,
  env: NodeJS.ProcessEnv,
  programs: Programs,
  factorOf: (alert?: string) => number,
) {
  const dir = join(folder, 'monitoring');
  const port = await freePorts(5);
  const [prometheusPort, alertmanagerPort, smtpPort, webPort, disksPort] = [port(), port(), port(), port(), port()];

  await mkdir(join(dir, 'bin'), { recursive: true });
  await symlink(programs.alertmanager, join(dir, 'bin', 'alertmanager'));
  const template = await readFile(join(sources, 'alertmanager/alertmanager.yml.template'), 'utf8');
  // An alert that ended is told about at once: the next one may begin.
  await writeFile(join(dir, 'alertmanager.yml.template'), shorten(template, factorOf()));
  await writeFile(join(dir, 'start.sh'), await readFile(join(sources, 'alertmanager/start.sh')));
  await chmod(join(dir, 'start.sh'), 0o755);

  const rules = await readFile(join(sources, 'prometheus/alerts.yml'), 'utf8');
  await writeFile(join(dir, 'alerts.yml'), shortenRules(rules, factorOf));
  const config = parse(await readFile(join(sources, 'prometheus/prometheus.yml'), 'utf8')) as {
    global: object;
    rule_files: string[];
  };
  const targets = processes.map(({ service, operationsUrl }) => ({
    targets: [new URL(operationsUrl).host],
    labels: { service },
  }));
  const file = {
    global: { ...config.global, ...scrape },
    rule_files: config.rule_files,
    alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${alertmanagerPort}`] }] }] },
    scrape_configs: [
      { job_name: 'eviction-case-service', static_configs: targets },
      {
        job_name: 'disks',
        static_configs: [{ targets: [`127.0.0.1:${disksPort}`], labels: { service: 'node-exporter' } }],
        // The disks of this deployment: those of the machine are not its own.
        metric_relabel_configs: [{ source_labels: ['mountpoint'], regex: `${folder}/.*`, action: 'keep' }],
      },
    ],
  };
  await writeFile(join(dir, 'prometheus.yml'), stringify(file));

  const programOf = (name: string, command: [string, ...string[]], readyUrl: string, more: Variables = {}) => ({
    name,
    stage: 'front' as const,
    command,
    env: more,
    logFile: join(dir, `${name}.log`),
    check: () => text(readyUrl),
    startWithinMs: 60_000,
    stopSignal: 'SIGTERM' as const,
    stopWithinMs: 5000,
  });
  const alertmanager = [
    'sh',
    join(dir, 'start.sh'),
    `--storage.path=${join(dir, 'alertmanager')}`,
    '--cluster.listen-address=',
    `--web.listen-address=127.0.0.1:${alertmanagerPort}`,
  ] as const;
  const nodeExporter = [
    programs.nodeExporter,
    '--collector.disable-defaults',
    '--collector.filesystem',
    `--web.listen-address=127.0.0.1:${disksPort}`,
  ] as const;
  const prometheus = [
    programs.prometheus,
    `--config.file=${join(dir, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(dir, 'prometheus')}`,
    `--web.listen-address=127.0.0.1:${prometheusPort}`,
    '--rules.alert.resend-delay=1s',
  ] as const;
  const mailSettings = {
    PATH: [join(dir, 'bin'), env['PATH']].join(delimiter),
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    SMTP_TLS: 'off',
    MAIL_FROM: 'Eviction Case Service <service@example.com>',
    OPS_EMAIL: 'operators@example.com',
    PAGE_EMAIL: 'pager@example.com',
  };
  const at = (listening: number, path: string) => `http://127.0.0.1:${listening}/${path}`;
  const all = unit(false, async (supervisor) => {
    await startMailbox(supervisor, { dir: join(dir, 'mail'), smtpPort, webPort });
    await supervisor.start(programOf('alertmanager', [...alertmanager], at(alertmanagerPort, '-/ready'), mailSettings));
    await supervisor.start(programOf('node-exporter', [...nodeExporter], at(disksPort, '')));
    await supervisor.start(programOf('prometheus', [...prometheus], at(prometheusPort, '-/ready')));
  });
  await all.start();
  return {
    /** What Prometheus fires or is about to fire. */
    async active(): Promise<ActiveAlert[]> {
      const body = await text(at(prometheusPort, 'api/v1/alerts'));
      return (JSON.parse(body) as { data: { alerts: ActiveAlert[] } }).data.alerts;
    },
    /** The recipients and subjects of the mails of Alertmanager. */
    async subjects(): Promise<string[]> {
      const mails = JSON.parse(await text(at(webPort, 'api/email'))) as {
        subject: string;
        to: { address: string }[];
      }[];
      return mails.map(({ subject, to }) => `${to.map(({ address }) => address).join(' ')} ${subject}`);
    },
    stop: all.stop,
  };
}

async function text(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
  const body = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return body;
}
