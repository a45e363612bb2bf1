/**
 * Writes the secrets of each service in docker-compose.yml to a volume that only that service mounts. Secrets come from
 * .env. If SITE_ADDRESS is localhost, missing secrets are generated once and stored in a volume. Otherwise every
 * secret, the mail settings and WEBSITE_ORIGIN must be set, and nothing starts until they are. Runs at every start,
 * before everything else.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** The processes that have their own database login. */
const logins = ['public-gateway', 'customer-gateway', 'attorney-gateway', 'case-worker', 'outbox-worker', 'ops'];
const passwordOf = (process: string) => `${process.toUpperCase().replaceAll('-', '_')}_DB_PASSWORD` as const;

/** The variables in .env that contain secrets. */
export const secrets = [
  'SECRET_KEY',
  'SERVICE_DB_PASSWORD',
  ...logins.map(passwordOf),
  'TEMPORAL_DB_PASSWORD',
  'GRAFANA_PASSWORD',
];

/** Whether this is a trial on localhost, which other machines can't reach, so its secrets can be generated. */
function isTrial({ SITE_ADDRESS }: Environment): boolean {
  return SITE_ADDRESS === 'localhost';
}

/**
 * Returns the value of each secret, and a message for each missing or invalid setting. In a trial, secrets that aren't
 * in `env` come from an earlier start (`kept`) or are generated.
 */
export function valuesOf(env: Environment, kept: Environment): { values: Record<string, string>; faults: string[] } {
  const values: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of secrets) {
    const value = env[name] || (isTrial(env) ? kept[name] || randomBytes(32).toString('hex') : '');
    values[name] = value;
    if (value === '') faults.push(`${name} must be set in .env, because SITE_ADDRESS is not localhost`);
    else if (!isPlain(value)) faults.push(`${name} ${mustBePlain}`);
    else if (name.endsWith('SECRET_KEY') && value.length < 32) faults.push(`${name} must have at least 32 characters`);
  }
  for (const name of ['SMTP_URL', 'SMTP_TLS'])
    if (env[name] && !isPlain(env[name])) faults.push(`${name} ${mustBePlain}`);
  return { values, faults: isTrial(env) ? faults : [...faults, ...faultsOfMail(env)] };
}

/**
 * Returns a message for each mail setting whose value only works in a trial. In a real deployment, emails would not
 * arrive with such a value, or their links would lead to another host.
 */
function faultsOfMail({ SITE_ADDRESS, WEBSITE_ORIGIN = '', SMTP_URL, ...addresses }: Environment): string[] {
  const faults = ['MAIL_FROM', 'OPS_EMAIL']
    .filter((name) => /^$|@(localhost|example\.com)\b/.test(addresses[name] ?? ''))
    .map((name) => `${name} must be your own email address, because SITE_ADDRESS is not localhost`);
  if (!SMTP_URL) faults.push('SMTP_URL must be the URL of a mail server, because SITE_ADDRESS is not localhost');
  const website = URL.parse(WEBSITE_ORIGIN);
  if (website?.hostname !== SITE_ADDRESS || website?.protocol !== 'https:') {
    faults.push('WEBSITE_ORIGIN must be the https address of SITE_ADDRESS, such as https://evictions.example.org');
  }
  return faults;
}

/** Whether a value can be written to an environment file without escaping. */
function isPlain(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value) && !/['"`\\]/.test(value);
}

const mustBePlain = 'must consist of ASCII characters, without spaces, quotes or backslashes';

/**
 * Returns the contents of each service's files, by service and file name. Our own processes and Alertmanager get a file
 * with environment variables. SMTP_URL is one of them, because it can contain a password.
 */
export function filesOf(
  secret: Readonly<Record<string, string>>,
  { SMTP_URL, SMTP_TLS }: Environment,
): Record<string, Record<string, string>> {
  const value = (name: string) => secret[name] ?? '';
  const url = (user: string, password: string) =>
    `postgresql://${user}:${encodeURIComponent(value(password))}@postgres:5432/evictions` +
    '?sslmode=verify-full&sslrootcert=/run/certificates/postgres-ca.pem';
  const process = (name: string, more: Record<string, string> = {}) => ({
    environment: lines({ DATABASE_URL: url(name.replaceAll('-', '_'), passwordOf(name)), ...more }),
  });
  // The mail catcher doesn't support TLS. Any other mail server has to, unless .env says otherwise.
  const mail = {
    SMTP_URL: SMTP_URL || 'smtp://mailbox:1025',
    SMTP_TLS: SMTP_TLS || (SMTP_URL ? 'required' : 'off'),
  };
  const temporal = { pgpass: `postgres:5432:*:temporal:${value('TEMPORAL_DB_PASSWORD').replaceAll(':', '\\:')}\n` };
  return {
    postgres: {
      'service-password': value('SERVICE_DB_PASSWORD'),
      'temporal-password': value('TEMPORAL_DB_PASSWORD'),
    },
    temporal,
    'temporal-schema': temporal,
    deploy: {
      environment: lines({
        DATABASE_URL: url('evictions', 'SERVICE_DB_PASSWORD'),
        DATABASE_LOGINS: logins.map((name) => `${name.replaceAll('-', '_')}:${value(passwordOf(name))}`).join(' '),
      }),
    },
    ops: process('ops'),
    'public-gateway': process('public-gateway', { SECRET_KEY: value('SECRET_KEY') }),
    'customer-gateway': process('customer-gateway', { SECRET_KEY: value('SECRET_KEY') }),
    'attorney-gateway': process('attorney-gateway'),
    'case-worker': process('case-worker'),
    'outbox-worker': process('outbox-worker', { SECRET_KEY: value('SECRET_KEY'), ...mail }),
    alertmanager: { environment: lines(mail) },
    grafana: { 'admin-password': value('GRAFANA_PASSWORD') },
  };
}

function lines(variables: Readonly<Record<string, string>>): string {
  return Object.entries(variables)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('');
}

/** Reads the secrets that an earlier start generated and stored. */
function readKept(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
}

/** Writes the file atomically. */
function write(file: string, content: string, mode: number): void {
  writeFileSync(`${file}.new`, content, { mode, flush: true });
  renameSync(`${file}.new`, file);
}

function main(folder: string, env: Environment): void {
  const file = join(folder, 'made', 'secrets.json');
  const { values, faults } = valuesOf(env, readKept(file));
  if (faults.length > 0) {
    console.error(
      `Nothing was started. Fix these settings in .env:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
    );
    process.exit(2);
  }
  const made = Object.fromEntries(Object.entries(values).filter(([name]) => !env[name]));
  // Store generated secrets before any of them is used.
  if (Object.keys(made).length > 0) write(file, JSON.stringify(made), 0o600);
  for (const [service, files] of Object.entries(filesOf(values, env))) {
    mkdirSync(join(folder, service), { recursive: true });
    // The files are readable by all, because services run as different users. No other service mounts the volume.
    for (const [name, content] of Object.entries(files)) write(join(folder, service, name), content, 0o444);
  }
}

if (import.meta.main) main('/secrets', process.env);
