import { expect, test } from 'vitest';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { sharedWebsite } from '../support/service.ts';

const { stack, send } = await sharedWebsite();
const { store } = stack;
const mailbox = stack.delivery?.mailbox ?? expect.unreachable();

const website = stack.baseUrl;
const path = '/v1/public/leads';
const person = { name: 'Robin Example', email: 'robin@example.com' };
const accessRequest = {
  kind: 'access_request',
  ...person,
  company: 'Sandbox Holdings',
  role: 'property_manager',
  states: ['MD', 'VA'],
  message: 'Two buildings.',
};
const application = { kind: 'attorney_application', ...person, states: ['MD'], barNumber: '12345' };
const contact = { kind: 'contact', ...person, message: 'Which states?' };
const usStatesAndDc = Array.from({ length: 51 }, (_, index) => `S${index}`);

test.each([
  accessRequest,
  { kind: 'access_request', ...person },
  application,
  { ...application, company: 'Law Office', message: 'Licensed since 2010.' },
  contact,
  { ...contact, contact_url: '' },
])('a lead is stored as it was sent, and the response is 202: %j', async (body) => {
  expect(await post(body)).toMatchObject({ status: 202, body: { received: true } });
  const stored = await store.prisma.lead.findFirst({ orderBy: { createdAt: 'desc' }, omit: { id: true } });
  const { contact_url: _, ...sent } = body as Record<string, unknown>;
  expect(stored).toMatchObject(sent);
});

test('the email to operators about a lead shows markup as it was typed, both in its plain text and in its HTML', async () => {
  const message = `Line one\nLine two <script>alert('x')</script> & <a href="https://evil.example">here</a>`;
  await post({ ...contact, name: 'Mark <b>Up</b>', email: 'markup@example.com', message });
  const mail = await mailWith('markup@example.com');
  expect(mail?.text).toContain("Line two <script>alert('x')</script>");
  expect(mail?.html).not.toMatch(/<script|<b>|<a /);
  expect(mail?.html).toContain('Mark &lt;b&gt;Up&lt;/b&gt;');
});

test("a lead with a filled-in honeypot gets the usual response, but isn't stored or emailed", async () => {
  const before = await counts();
  const response = await post({ ...contact, contact_url: 'https://example.com/' });
  const honest = await post(contact);
  expect([response.status, response.bytes]).toEqual([honest.status, honest.bytes]);
  expect(await counts()).toEqual({ leads: before.leads + 1, mails: before.mails + 1 });
});

test.each([
  [{}, ['kind required']],
  [{ kind: '__proto__', ...person }, ['kind one_of']],
  [{ kind: 'contact' }, ['email required', 'message required', 'name required']],
  [{ ...contact, barNumber: '1' }, ['barNumber unknown_field']],
  [{ ...application, role: 'attorney' }, ['role unknown_field']],
  [{ ...application, states: [] }, ['states too_few']],
  [{ ...application, states: [...usStatesAndDc, 'S51'] }, ['states too_many']],
  [{ ...contact, name: 'x'.repeat(121), message: 'x'.repeat(4001) }, ['message too_long', 'name too_long']],
  [
    { ...accessRequest, company: '', role: 'tenant', states: [] },
    ['company too_short', 'role one_of', 'states too_few'],
  ],
  [{ ...accessRequest, email: 'robin', company: 'x'.repeat(201) }, ['company too_long', 'email pattern']],
  [{ kind: 'attorney_application' }, ['barNumber required', 'email required', 'name required', 'states required']],
  [{ ...application, barNumber: 'x'.repeat(61), message: '' }, ['barNumber too_long', 'message too_short']],
  [{ ...contact, contact_url: 5 }, ['contact_url type']],
])('the lead %j is refused, and the response lists every error', async (body, issues) => {
  expect(await expectIssues(post(body))).toEqual(issues);
});

test('a lead whose fields are as long as allowed and that names every state is accepted', async () => {
  const name = 'x'.repeat(120);
  const email = `${'x'.repeat(242)}@example.com`;
  expect((await post({ ...application, name, email, states: usStatesAndDc, barNumber: 'x'.repeat(60) })).status).toBe(
    202,
  );
  expect((await post({ ...contact, message: 'x'.repeat(4000) })).status).toBe(202);
});

test('an IP address may send 5 leads in 10 minutes, including those with a filled-in honeypot', async () => {
  const headers = { 'x-forwarded-for': '192.0.2.9' };
  for (let i = 0; i < 5; i += 1) {
    const contactUrl = i % 2 ? 'x' : '';
    expect((await post({ ...contact, contact_url: contactUrl }, headers)).status).toBe(202);
  }
  const refused = await post(contact, headers);
  expect([refused.status, refused.body.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(590);
});

test('an Idempotency-Key is ignored: the same request sent twice creates two leads', async () => {
  const before = await counts();
  for (let i = 0; i < 2; i += 1) {
    const { status, headers } = await post(contact, { 'idempotency-key': 'lead' });
    expect([status, headers.get('idempotent-replayed')]).toEqual([202, null]);
  }
  expect((await counts()).leads).toBe(before.leads + 2);
});

test('browsers may call the public endpoints from the website and read every response, including errors', async () => {
  for (const called of [path, '/v1/auth/signup', '/v1/auth/login', '/v1/auth/password-reset/request']) {
    const { status, headers } = await preflight(called, website);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, website]);
    expect(headers.get('access-control-allow-methods')).toBe('POST');
    expect(headers.get('access-control-allow-headers')).toContain('Content-Type');
    expect(headers.get('vary')).toContain('Origin');
  }
  for (const body of [contact, {}]) {
    const { headers } = await post(body, { origin: website });
    expect(headers.get('access-control-allow-origin')).toBe(website);
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
});

test.each(['https://evil.example', website.replace('http:', 'https:'), `${website}.evil.example`, 'null'])(
  'browsers may not call the public endpoints from %s',
  async (origin) => {
    const { status, headers } = await preflight(path, origin);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, null]);
    expect((await post(contact, { origin })).headers.get('access-control-allow-origin')).toBeNull();
  },
);

test('browsers may not call endpoints that need a credential, even from the website', async () => {
  for (const called of ['/v1/cases', '/v1/me']) {
    const { status, headers } = await preflight(called, website);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([404, null]);
  }
  const response = await send('GET', '/v1/me', { headers: { origin: website } });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

test("an OPTIONS request that isn't a preflight gets 404", async () => {
  await expectRefusal(send('OPTIONS', path), 404, 'not_found');
});

function post(body: unknown, headers: Record<string, string> = {}) {
  return send('POST', path, { body, headers });
}

function preflight(called: string, origin: string) {
  const headers = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
  return fetch(stack.baseUrl + called, { method: 'OPTIONS', headers });
}

async function counts() {
  const [leads, mails] = await Promise.all([
    store.prisma.lead.count(),
    store.prisma.mail.count({ where: { kind: 'lead_received' } }),
  ]);
  return { leads, mails };
}

async function mailWith(text: string) {
  const find = async () => (await mailbox.mailsTo('operators@example.com')).find((mail) => mail.text.includes(text));
  await expect.poll(find).toBeDefined();
  return find();
}
