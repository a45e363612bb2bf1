import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { pathOf, readText } from './files.ts';

// start.sh with a program in the place of Alertmanager that prints what it is given.

const folder = mkdtempSync(join(tmpdir(), 'alertmanager-'));
const program = join(folder, 'alertmanager');
writeFileSync(program, '#!/bin/sh\ncat "${1#--config.file=}"; shift; echo "---"; echo "$@"\n');
chmodSync(program, 0o755);

interface Config {
  global: Record<string, string | boolean>;
  route: { receiver: string; routes: { matchers: string[]; receiver: string }[] };
  inhibit_rules: { source_matchers: string[]; target_matchers: string[] }[];
  receivers: { name: string; email_configs: { to: string; text: string }[] }[];
}

const required = {
  SMTP_URL: 'smtp://mailbox:1025',
  SMTP_TLS: 'off',
  MAIL_FROM: 'Eviction Case Service <service@example.com>',
  OPS_EMAIL: 'operators@example.com',
};

async function started(env: Record<string, string>): Promise<{ config: Config; args: string }> {
  const script = pathOf('deploy/observability/alertmanager/start.sh');
  const path = [folder, process.env['PATH']].join(delimiter);
  const { stdout } = await promisify(execFile)('sh', [script, '--storage.path=/data'], {
    env: { ...required, ...env, PATH: path },
  });
  const [config = '', args = ''] = stdout.split('---\n');
  return { config: parse(config, { merge: true }) as Config, args: args.trim() };
}

const refused = (env: Record<string, string>) => started(env).catch(({ stderr }: { stderr: string }) => stderr.trim());

test.each([
  ['smtp://mailbox:1025', 'mailbox:1025', ''],
  ['smtp://mail.example.com', 'mail.example.com:587', ''],
  ['smtps://mail.example.com', 'mail.example.com:465', ''],
  ['smtp://[::1]', '[::1]:587', ''],
  ['smtp://me@mail.example.com:25', 'mail.example.com:25', 'me'],
  [`smtp://us%40er:p%C3%A4'|%26%5c&%25@mail.example.com:25/?x=1`, 'mail.example.com:25', 'us@er'],
])('%s is the server %s for the user "%s"', async (url, server, user) => {
  const { config, args } = await started({ SMTP_URL: url });
  expect(config.global).toMatchObject({
    smtp_smarthost: server,
    smtp_auth_username: user,
    smtp_from: 'service@example.com',
    smtp_require_tls: false,
  });
  expect(args).toBe('--storage.path=/data');
  const { password } = new URL(url);
  expect(readFileSync(String(config.global['smtp_auth_password_file']), 'utf8')).toBe(decodeURIComponent(password));
});

test('pages and tickets go to the operators, and pages to their own address if there is one', async () => {
  const receiversOf = async (env: Record<string, string>) =>
    (await started(env)).config.receivers.map(({ name, email_configs: [mail] }) => [name, mail?.to]);
  expect(await receiversOf({})).toEqual([
    ['page', 'operators@example.com'],
    ['ticket', 'operators@example.com'],
  ]);
  expect(await receiversOf({ PAGE_EMAIL: "o'pager@example.com" })).toEqual([
    ['page', "o'pager@example.com"],
    ['ticket', 'operators@example.com'],
  ]);
});

test('mail is sent by TLS unless that is turned off, and never in a way that Alertmanager does not have', async () => {
  expect((await started({ SMTP_TLS: '' })).config.global['smtp_require_tls']).toBe(true);
  expect(await refused({ SMTP_TLS: 'no' })).toMatch(/SMTP_TLS must be/);
  expect(await refused({ SMTP_URL: 'smtps://mail.example.com:2465' })).toMatch(/must use port 465/);
  expect(await refused({ SMTP_URL: 'mail.example.com' })).toMatch(/SMTP_URL must begin/);
  expect(await refused({ OPS_EMAIL: '' })).toMatch(/OPS_EMAIL: must be set/);
});

test('every name in the configuration is that of an alert, a receiver or an urgency', async () => {
  const { config } = await started({});
  const rules = (
    parse(readText('deploy/observability/prometheus/alerts.yml')) as {
      groups: { rules: { alert: string; labels: { severity: string } }[] }[];
    }
  ).groups.flatMap((group) => group.rules);
  const known = rules.map(({ alert }) => alert);
  const named = config.inhibit_rules
    .flatMap(({ source_matchers, target_matchers }) => [...source_matchers, ...target_matchers])
    .flatMap((matcher) => /^alertname =~? "?([\w|]+)"?$/.exec(matcher)?.[1]?.split('|') ?? []);
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => !known.includes(name))).toEqual([]);

  const routed = config.route.routes.map(({ matchers: [matcher = ''] }) => matcher.replace('severity = ', ''));
  expect([...routed, 'ticket'].sort()).toEqual([...new Set(rules.map(({ labels }) => labels.severity))].sort());
  const receivers = config.receivers.map(({ name }) => name);
  for (const { receiver } of [config.route, ...config.route.routes]) expect(receivers).toContain(receiver);
  // A page is never kept back in favor of a ticket.
  expect(config.route.routes.find(({ matchers }) => matchers.includes('severity = page'))?.receiver).toBe('page');
});
