import { type Document, limits, type Note } from '@evict/contract';
import { limitKey } from '@evict/http';
import { setAttorneyLicenses, setAttorneyVerified } from '@evict/store/attorneys';
import { describe, expect, test } from 'vitest';
import { type Attorney, liveWorld, reaches } from '../support/live-case.ts';
import { factsIn } from '../support/live.ts';
import { expectIssues, expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { store } = service.stack;
const world = liveWorld(service);
const { summaryInReview, attach } = world;
const avery = await world.attorney();

async function viewsOf(caseId: string): Promise<string[]> {
  const views = await store.prisma.tenantDataView.findMany({ where: { caseId }, orderBy: { createdAt: 'asc' } });
  return views.map(({ what, actor }) => `${what} ${actor}`);
}

test("an attorney's profile shows the licenses, bar numbers and verification that operators last recorded", async () => {
  const blair = await world.attorney({ states: ['VA', 'MD', 'VA'] });
  const me = async () => (await blair.send('GET', '/v1/attorney/me')).body;
  const { id, email } = blair;
  const licenses = ['MD', 'VA'].map((state) => ({ state, barNumber: '1234567890' }));
  const told = { id, name: 'Alex Counsel', email, barNumber: '1234567890', states: ['MD', 'VA'], verified: true };
  const profile = { ...told, licenses, asksFirst: false };
  expect(await me()).toEqual(profile);
  await setAttorneyVerified(store, id, false);
  await setAttorneyLicenses(store, id, []);
  expect(await me()).toEqual({ ...profile, states: [], licenses: [], verified: false });
  await setAttorneyLicenses(store, id, ['VA', 'DC'], { VA: '99812' });
  const numbers = [
    { state: 'DC', barNumber: '1234567890' },
    { state: 'VA', barNumber: '99812' },
  ];
  expect(await me()).toMatchObject({ states: ['DC', 'VA'], licenses: numbers });
  await setAttorneyLicenses(store, id, ['VA']);
  expect((await me()).licenses).toEqual([numbers[1]]);
});

describe('the documents that an approval has to list', () => {
  const demandOf = async (caseId: string) => {
    const { status, body } = await avery.send('GET', `/v1/attorney/cases/${caseId}/review`);
    expect(status).toBe(200);
    return body as { stage: string | null; documents: Document[] };
  };
  const hashes = ({ documents }: { documents: Document[] }) => documents.map(({ contentHash }) => contentHash);
  const nothing = { stage: null, documents: [] };

  test('are the summary and every paper attached for the stage, and an approval with any other list is refused', async () => {
    const { customer, id, ref } = await summaryInReview();
    const { document } = await attach(ref, 'notice', { filename: 'notice-to-quit.pdf' });
    await attach(ref, 'proof');
    await attach(ref, 'filing');
    const demand = await demandOf(id);
    const [summary] = (await customer.read(id)).documents;
    expect(demand).toEqual({
      stage: 'notice',
      documents: [
        { id: summary?.id, kind: 'evidence', filename: 'case-summary.pdf', contentHash: summary?.contentHash },
        { id: document.id, kind: 'notice', filename: 'notice-to-quit.pdf', contentHash: document.contentHash },
      ],
    });
    expect(await viewsOf(id)).toEqual([`review ${avery.id}`]);
    const [first, second] = hashes(demand) as [string, string];
    for (const named of [[], [first], [second], [first, second, 'f'.repeat(64)]])
      await expectRefusal(avery.review(id, 'approve', named), 409, 'stale_approval');
    expect((await avery.review(id, 'approve', [first, second])).body.state).toBe('notice_approved');
    expect(await demandOf(id)).toEqual(nothing);
  });
});

describe('notes', () => {
  const path = (caseId: string) => `/v1/attorney/cases/${caseId}/notes`;
  const write = (attorney: Attorney, caseId: string, body: unknown) => attorney.send('POST', path(caseId), { body });
  const bodies = async (reading: Promise<{ status: number; body: { items: Note[] } }>) => {
    const { status, body } = await reading;
    expect(status).toBe(200);
    return body.items.map(({ author, body: text }) => `${author}: ${text}`);
  };

  test('form one conversation, oldest first, and the email that announces a note to the other side leaves out its text', async () => {
    const { customer, id } = await summaryInReview();
    await customer.send('POST', `/v1/cases/${id}/notes`, { body: { body: 'When do you serve?' } });
    const body = 'On Monday.\n<b>Größe 🏠</b>';
    const written = await write(avery, id, { body });
    expect([written.status, written.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^note_/),
        author: 'service',
        writtenBy: 'attorney',
        authorId: avery.id,
        body,
        createdAt: expect.any(String),
      },
    ]);
    const mails = await store.prisma.mail.findMany({ where: { payload: { path: ['caseId'], equals: id } } });
    const kinds = mails.filter(({ kind }) => kind.endsWith('_note')).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['customer_note', 'service_note']);
    expect(JSON.stringify(mails)).not.toMatch(/Monday|Größe/);
    await avery.review(id, 'request_changes', [], 'Correct the rent.');
    await customer.submit(id);
    await reaches(customer, id, 'notice_review');
    await avery.outcome(id, { type: 'closed' });
    expect((await write(avery, id, { body: 'Closed as agreed.' })).status).toBe(201);
    const conversation = [
      'customer: When do you serve?',
      `service: ${body}`,
      'service: Correct the rent.',
      'service: Closed as agreed.',
    ];
    expect(await bodies(avery.send('GET', path(id)))).toEqual(conversation);
    expect(await bodies(customer.send('GET', `/v1/cases/${id}/notes`))).toEqual(conversation);
    expect(await viewsOf(id)).toEqual([`notes ${avery.id}`]);
    expect(await expectIssues(write(avery, id, { body: 'x'.repeat(5001) }))).toEqual(['body too_long']);
  });

  test("aren't stored if the case is reassigned to another attorney while the request is in progress", async () => {
    const { id } = await summaryInReview();
    const blair = await world.attorney({ states: ['WY'] });
    const client = await store.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(`UPDATE "Case" SET "attorneyId" = $2 WHERE id = $1`, [id, blair.id]);
      const sent = write(avery, id, { body: 'Too late.' });
      const { rows: own } = await client.query('SELECT pg_backend_pid() AS pid');
      const waiting = `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))`;
      await expect.poll(async () => (await store.pool.query(waiting, [own[0].pid])).rows[0].waiting).toBe(1);
      await client.query('COMMIT');
      await expectRefusal(sent, 404, 'not_found');
    } finally {
      client.release();
    }
    expect(await store.prisma.note.count({ where: { caseId: id } })).toBe(0);
  });

  test("are limited to 20 in 10 minutes per attorney across all cases, and a replayed or invalid request doesn't count", async () => {
    const casey = await world.attorney({ states: ['KS'] });
    const [one, other] = [await summaryInReview(factsIn('KS')), await summaryInReview(factsIn('KS'))];
    const key = limitKey('attorneyNote', casey.id);
    const hits = Array.from({ length: limits.attorneyNote.count - 2 }, () => new Date());
    await store.prisma.rateLimit.create({ data: { key, hits } });
    const sent = { body: { body: 'Once.' }, headers: { 'idempotency-key': 'the-one' } };
    const first = await casey.send('POST', path(one.id), sent);
    expect((await casey.send('POST', path(one.id), sent)).body).toEqual(first.body);
    await expectIssues(write(casey, one.id, {}));
    expect((await write(casey, other.id, { body: 'The last.' })).status).toBe(201);
    await expectRefusal(write(casey, one.id, { body: 'One more.' }), 429, 'rate_limited');
    // The customer has a separate limit.
    const reply = await one.customer.send('POST', `/v1/cases/${one.id}/notes`, { body: { body: 'Thanks.' } });
    expect(reply.status).toBe(201);
  });
});
