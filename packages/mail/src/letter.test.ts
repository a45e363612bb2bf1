import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeAccountMail } from './account-mails.ts';
import { render } from './letter.ts';

const lead = {
  kind: 'attorney_application',
  name: 'Alex Example',
  email: 'alex@example.com',
  company: null,
  role: null,
  states: ['MD', 'VA'],
  barNumber: '12345',
  message: 'First line\nSecond line',
};

describe('password_reset', () => {
  const link = 'https://www.example.com/reset-password#token=ert_abc';
  const { subject, text, html } = composeAccountMail('password_reset', { link });

  test('contains the whole link in its text and HTML, and says that the link works once, within an hour', () => {
    expect(subject).toBe('Reset your password');
    expect(text.split('\n')).toContain(link);
    expect(html).toContain(`<a href="${link}">`);
    for (const part of [text, html]) expect(part).toMatch(/works once, within an hour/);
  });
});

describe('invitation', () => {
  const data = { link: 'https://www.example.com/invitation#token=eit_abc', endsAt: new Date('2026-07-08T09:20:00Z') };

  test.each([
    ['robin@example.com', 'robin@example.com invites you'],
    [null, 'A customer of this service invites you'],
  ])('with invitedBy = %s says who invites and when the link expires, and contains the link', (invitedBy, sentence) => {
    const { text, html } = composeAccountMail('invitation', { ...data, invitedBy });
    expect(text.split('\n')).toContain(data.link);
    expect(html).toContain(`<a href="${data.link}">`);
    for (const part of [text, html]) {
      expect(part).toContain(sentence);
      expect(part).toContain('works once, until 2026-07-08 09:20 UTC');
    }
  });
});

describe('app_connected', () => {
  const links = {
    developersLink: 'https://www.example.com/developers',
    passwordLink: 'https://www.example.com/forgot-password',
  };
  const { subject, text } = composeAccountMail('app_connected', {
    name: 'Your bank: https://evil.example',
    mode: 'live',
    redirectHost: 'app.example',
    at: '2026-07-01 14:30 UTC',
    ...links,
  });

  test("says which app was connected, in which mode, where it runs and how to disconnect it, without making the app's name a link", () => {
    expect(subject).toBe('An app was connected in live mode');
    for (const said of ['App: Your bank https //evil.example', 'Runs: at app.example', '2026-07-01 14:30 UTC'])
      expect(text.split('\n')).toContainEqual(expect.stringContaining(said));
    for (const link of Object.values(links)) expect(text.split('\n')).toContain(link);
    expect(text).toMatch(/disconnect the app under Developers/);
    expect(text).toMatch(/API keys keep working/);
  });
});

describe('lead_received', () => {
  const { subject, text, html } = composeAccountMail('lead_received', lead);

  test('contains the submitted fields in its text and HTML, and leaves out empty ones', () => {
    expect(subject).toBe('Attorney application');
    for (const part of [text, html]) {
      for (const sent of ['Alex Example', 'alex@example.com', 'MD, VA', '12345', 'Second line']) {
        expect(part).toContain(sent);
      }
      expect(part).not.toMatch(/Company|Role|null/);
    }
  });
});

test('whatever an email contains, its HTML has only the tags of the layout', () => {
  const tags = (html: string) => html.match(/<[^>]*>/g);
  const written = (value: string) =>
    render({
      subject: value,
      body: [value, { link: value, label: value }, { fields: [['Name', value]] }],
    });
  const plain = tags(written('x').html.replaceAll('href="x"', 'href'));
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '<script>',
      '"><img src=x onerror=alert(1)>',
      "' onclick='x",
      '</title>',
      '&lt;',
      '\r\nBcc: a@b.co',
    ),
  );
  fc.assert(
    fc.property(text, (value) => {
      const html = written(value).html.replace(/href="[^"]*"/g, 'href');
      expect(tags(html)).toEqual(plain);
    }),
  );
});

test('the subject of an email is always one line', () => {
  expect(render({ subject: 'One\r\nBcc: x@example.com', body: [] }).subject).toBe('One Bcc: x@example.com');
});
