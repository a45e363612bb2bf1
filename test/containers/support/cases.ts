import { createHash, randomUUID } from 'node:crypto';
import { type Case, type Client, createClient } from '@evict/client';
import { day } from '../../e2e/support/facts.ts';
import { holdoverFiling, pdf } from '../../e2e/support/grounds.ts';

/** A customer of the system, with a test key, and a live one where live mode is on. */
export interface Customer {
  email: string;
  password: string;
  session: string;
  test: Client;
  live: () => Promise<Client>;
}

export async function signUp(baseUrl: string): Promise<Customer> {
  const email = `robin-${randomUUID()}@example.com`;
  const password = `password of ${email}`;
  const { token } = await createClient({ baseUrl }).signup({
    body: { name: 'Robin Example', organizationName: 'Sandbox Holdings LLC', email, password },
  });
  const withKey = async (mode: 'test' | 'live') => {
    const { secret } = await createClient({ baseUrl, credential: token, serviceMode: mode }).createApiKey();
    return createClient({ baseUrl, credential: secret });
  };
  return { email, password, session: token, test: await withKey('test'), live: () => withKey('live') };
}

/** Begins with the filing, so that no days have to pass. */
export async function draft(customer: Client, state = 'ZZ'): Promise<string> {
  const body = holdoverFiling();
  const { id } = await customer.createCase({
    body: { ...body, property: { ...body.property, state, county: 'Example' } },
  });
  return id;
}

async function submitted(customer: Client, state: string): Promise<string> {
  const id = await draft(customer, state);
  for (const purpose of ['prior_notice', 'prior_notice_proof'] as const) {
    const contentBase64 = Buffer.from(pdf(purpose)).toString('base64');
    await customer.uploadDocument({ id, body: { filename: `${purpose}.pdf`, purpose, contentBase64 } });
  }
  await customer.submitCase({ id });
  return id;
}

/** An open sandbox case, somewhere on its way. */
export async function openCase(customer: Client, advances = 1): Promise<string> {
  const id = await submitted(customer, 'ZZ');
  for (let done = 0; done < advances; done += 1) await customer.advanceCase({ id });
  return id;
}

/** Takes a sandbox case to its end. */
export async function toTheEnd(customer: Client, id: string): Promise<Case> {
  for (let left = 20; left > 0; left -= 1) {
    const found = await customer.getCase({ id });
    if (found.state === 'closed') return found;
    await customer.advanceCase({ id });
  }
  throw new Error(`${id} does not come to its end`);
}

/** How many documents of a case have the bytes that were recorded, of how many. */
export async function documentsOf(customer: Client, id: string): Promise<{ same: number; all: number }> {
  const { documents } = await customer.getCase({ id });
  let same = 0;
  for (const { id: docId, contentHash } of documents) {
    const bytes = await customer.downloadDocument({ id, docId });
    if (createHash('sha256').update(bytes).digest('hex') === contentHash) same += 1;
  }
  return { same, all: documents.length };
}

/** Takes a live case from the customer's submit to closed, as customer and attorney. */
export async function liveCase(customer: Client, attorney: Client, state: string): Promise<Case> {
  const id = await submitted(customer, state);
  const attach = (kind: 'filing' | 'proof') =>
    attorney.attachDocument({
      id,
      body: { kind, filename: `${kind}.pdf`, contentBase64: Buffer.from(pdf(kind)).toString('base64') },
    });
  await attach('filing');
  const { documents } = await attorney.getReviewRequirements({ id });
  await attorney.reviewCase({
    id,
    body: { decision: 'approve', documentHashes: documents.map(({ contentHash }) => contentHash) },
  });
  await attorney.reportFiling({ id, body: { status: 'submitted', envelopeId: '10442913' } });
  await attorney.reportFiling({ id, body: { status: 'accepted', courtCaseNumber: 'CV-26-0144' } });
  await attorney.reportService({ id, body: { stage: 'summons', method: 'personal', status: 'pending' } });
  await attach('proof');
  await attorney.reportService({
    id,
    body: { stage: 'summons', method: 'personal', status: 'served', servedDate: day(0) },
  });
  await attorney.reportOutcome({ id, body: { type: 'hearing_scheduled', date: day(21) } });
  for (const body of [
    { type: 'judgment', outcome: 'plaintiff' },
    { type: 'writ_requested' },
    { type: 'writ_issued' },
    { type: 'closed' },
  ] as const) {
    await attorney.reportOutcome({ id, body });
  }
  return customer.getCase({ id });
}
