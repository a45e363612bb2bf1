import { expect, test } from 'vitest';
import { mail } from './mail.ts';
import { readConfig } from './read.ts';

const right = {
  SMTP_URL: 'smtp://user:hunter2@mail.example.com:587',
  MAIL_FROM: 'Eviction Case Service <service@example.com>',
  OPS_EMAIL: 'operators@example.com',
  WEBSITE_ORIGIN: 'https://www.example.com',
};

test('without a mail server, a sender, operators or a website nothing starts', () => {
  for (const variable of Object.keys(right)) {
    expect(() => readConfig({ ...right, [variable]: '' }, mail)).toThrow(`${variable} must be`);
  }
});

test('the usual waits are those of deliveries: 1, 5, 30 and 120 minutes', () => {
  expect(readConfig(right, mail)).toMatchObject({
    from: right.MAIL_FROM,
    retryDelaysMs: [60_000, 300_000, 1_800_000, 7_200_000],
  });
  expect(readConfig({ ...right, MAIL_RETRY_DELAYS: '10ms, 1s' }, mail).retryDelaysMs).toEqual([10, 1000]);
});

test('mail requires TLS unless it is explicitly disabled', () => {
  expect(readConfig(right, mail).smtpTls).toBe('required');
  expect(readConfig({ ...right, SMTP_TLS: 'off' }, mail).smtpTls).toBe('off');
});

test.each([
  ['SMTP_TLS', 'on'],
  ['SMTP_TLS', 'OFF'],
  ['SMTP_TLS', 'optional'],
  ['SMTP_URL', 'http://mail.example.com'],
  ['SMTP_URL', 'mail.example.com:25'],
  ['MAIL_FROM', 'Eviction Case Service'],
  ['MAIL_FROM', 'Service <service@example.com'],
  ['MAIL_FROM', 'a@b.co\nBcc: c@d.co'],
  ['OPS_EMAIL', 'a@b.co, c@d.co'],
  ['WEBSITE_ORIGIN', 'https://www.example.com/'],
  ['WEBSITE_ORIGIN', 'https://WWW.example.com'],
  ['WEBSITE_ORIGIN', 'www.example.com'],
  ['WEBSITE_ORIGIN', '*'],
  ['MAIL_RETRY_DELAYS', '1m,soon'],
])('%s is not %j', (variable, value) => {
  expect(() => readConfig({ ...right, [variable]: value }, mail)).toThrow(`${variable} must be`);
});

test('the address of a mail server is never repeated', () => {
  const read = () => readConfig({ ...right, SMTP_URL: 'imap://user:hunter2@mail.example.com' }, mail);
  expect(read).toThrow('SMTP_URL');
  expect(read).not.toThrow('hunter2');
});
