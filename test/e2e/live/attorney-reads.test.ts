import type { AuditEvent, Document } from '@evict/contract';
import { sha256Hex } from '@evict/store/bytes';
import { describe, expect, test, vi } from 'vitest';
import { send as sendTo } from '../support/api.ts';
import { decideOn } from '../support/decided.ts';
import { filingEvidence, holdoverFiling, pdf } from '../support/grounds.ts';
import { liveWorld } from '../support/live-case.ts';
import { day } from '../support/facts.ts';
import { factsIn } from '../support/live.ts';
import { sharedService } from '../support/service.ts';
import { filing, sentOut } from './reports.ts';

const service = await sharedService();
const { store, baseUrl } = service.stack;
const world = liveWorld(service);
const { summaryInReview, operate, attach } = world;

async function viewsOf(caseId: string) {
  return store.prisma.tenantDataView.findMany({ where: { caseId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

describe("an attorney's queue", () => {
  test("lists the cases that wait for the attorney, oldest first, without the parties' names", async () => {
    const attorney = await world.attorney({ states: ['VA'] });
    expect(await attorney.queue()).toEqual([]);
    const inCounty = { ...factsIn('VA'), property: { ...factsIn('VA').property, county: 'Arlington' } };
    const notice = await summaryInReview(inCounty);
    const byFiling = await summaryInReview(holdoverFiling({ property: factsIn('VA').property }), filingEvidence);
    const [approved, held, closed] = [
      await summaryInReview(factsIn('VA')),
      await summaryInReview(factsIn('VA')),
      await summaryInReview(factsIn('VA')),
    ];
    await attorney.approve(approved.id);
    await attorney.approve(held.id);
    await held.customer.withdraw(held.id);
    await attorney.outcome(closed.id, { type: 'closed' });

    const queue = await attorney.queue();
    expect(queue.map(({ id, state }) => [id, state])).toEqual([
      [notice.id, 'notice_review'],
      [byFiling.id, 'filing_review'],
      [held.id, 'on_hold'],
    ]);
    const { createdAt, updatedAt } = await notice.customer.read(notice.id);
    expect(queue[0]).toEqual({
      id: notice.id,
      mode: 'live',
      state: 'notice_review',
      ground: 'nonpayment',
      entryPoint: 'notice',
      jurisdiction: { state: 'VA', county: 'Arlington' },
      attention: { needed: false, reasons: [] },
      createdAt,
      updatedAt,
    });
    expect(queue[1]?.jurisdiction).toEqual({ state: 'VA' });
    expect(queue[2]?.attention).toEqual({ needed: true, reasons: ['on_hold', 'withdrawal_requested'] });
    expect(JSON.stringify(queue)).not.toMatch(/Terry|Sandbox/);
    expect(await viewsOf(held.id)).toHaveLength(1); // from the approval
  });

  test('also lists a case with a step that has failed for good, but not one whose step is still being retried', async () => {
    const attorney = await world.attorney({ states: ['TX'] });
    const { id } = await summaryInReview(factsIn('TX'));
    await attorney.approve(id);
    const fail = (errorClass: string) =>
      decideOn(store, id, { kind: 'step_failed', step: 'render_documents', errorClass });
    await fail('Error');
    expect(await attorney.queue()).toEqual([]);
    // This error would occur again, so the step isn't retried.
    await fail('RenderLimitExceeded time');
    const attention = { needed: true, reasons: ['job_failed:render_documents'] };
    expect(await attorney.queue()).toMatchObject([{ id, attention }]);
  });

  test('also lists a case that needs attention for another reason, such as a judgment before the hearing', async () => {
    const attorney = await world.attorney({ states: ['GA'] });
    const facts = holdoverFiling({ property: factsIn('GA').property });
    const { id, ref } = await summaryInReview(facts, filingEvidence);
    await attach(ref, 'filing', { filename: 'complaint.pdf' });
    await attorney.approve(id);
    await operate(ref, { ...filing, status: 'submitted', envelopeId: 'ENV-1' });
    await operate(ref, { ...filing, status: 'accepted', courtCaseNumber: 'CV-26-001' });
    expect(await attorney.queue()).toEqual([]);
    await attorney.outcome(id, { type: 'hearing_scheduled', date: day(20) });
    await attorney.outcome(id, { type: 'judgment', outcome: 'plaintiff' });
    const { attention } = await attorney.read(id);
    expect(attention).toEqual({ needed: true, reasons: ['judgment_before_hearing'] });
    expect(await attorney.queue()).toMatchObject([{ id, attention }]);
  });
});

describe('a case', () => {
  test('is shown to its attorney with its gates, evidence, papers, filings, service attempts and whole history', async () => {
    const attorney = await world.attorney({ states: ['OH'] });
    const facts = holdoverFiling({ property: factsIn('OH').property });
    const { customer, id, ref } = await summaryInReview(facts, filingEvidence);
    const late = await customer.upload(id, { filename: 'photo.pdf', bytes: pdf('late') });
    await attach(ref, 'filing', { filename: 'complaint.pdf' });
    await attorney.approve(id);
    await operate(ref, { ...filing, status: 'submitted', envelopeId: 'ENV-1' });
    await operate(ref, { ...filing, status: 'accepted', courtCaseNumber: 'CV-26-001' });
    await operate(ref, { ...sentOut, stage: 'summons' });

    const { gates, evidence, filings, serviceAttempts, attention, beforeChanges, events, ...shown } =
      await attorney.read(id);
    expect(shown).toEqual(await customer.read(id));
    expect(beforeChanges).toBeNull();
    expect(gates).toEqual(await customer.validate(id));
    expect(evidence.map(({ filename }: Document) => filename)).toEqual(['notice.pdf', 'proof.pdf', 'photo.pdf']);
    expect(evidence).toContainEqual(late);
    expect(shown.documents.map(({ filename }: Document) => filename)).toContain('complaint.pdf');
    expect(filings).toMatchObject([
      { status: 'accepted', envelopeId: 'ENV-1', courtCaseNumber: 'CV-26-001', rejectionReasons: null },
    ]);
    expect(serviceAttempts).toMatchObject([
      { stage: 'summons', method: 'personal', status: 'pending', servedDate: null },
    ]);
    expect(attention).toEqual({ needed: false, reasons: [] });

    const customers = (await customer.events(id)).map(({ authorId: _author, ...event }) => event);
    expect(events).toEqual(expect.arrayContaining(customers));
    const actions = events.map(({ action }: AuditEvent) => action);
    expect(actions.filter((action: string) => action !== 'attested').slice(0, 4)).toEqual([
      'submit',
      'assign_attorney',
      'engagement_accepted',
      'begin_review',
    ]);
    expect(actions.indexOf('attested')).toBeLessThan(actions.indexOf('begin_review'));
    const review = events.find(({ action }: AuditEvent) => action === 'review_recorded');
    expect(review.detail).toMatchObject({ decision: 'approve', notes: 'As discussed.' });
    const times = events.map(({ createdAt }: AuditEvent) => createdAt);
    expect(times).toEqual(times.toSorted());
    // The customer's history has no internal events.
    expect(actions).toContain('operator_action');
    expect(JSON.stringify(customers)).not.toMatch(/operator_action|review_recorded|tenant_data_viewed|robin/);
  });

  test('that was returned to draft shows the current results of its gates', async () => {
    const attorney = await world.attorney({ states: ['PA'] });
    const { customer, id } = await summaryInReview(factsIn('PA'));
    await attorney.review(id, 'request_changes');
    await customer.edit(id, { parties: [] });
    const { gates, state } = await attorney.read(id);
    expect([state, gates.passed]).toEqual(['draft', false]);
    expect(gates).toEqual(await customer.validate(id));
  });
});

describe('every view of tenant data', () => {
  test('is recorded before the response is sent, and the audit trail of a case shows all of its views, however many there are', async () => {
    const attorney = await world.attorney({ states: ['IL'] });
    const { id } = await summaryInReview(factsIn('IL'));
    const { documents, events } = await attorney.read(id);
    expect(events.at(-1)).toMatchObject({
      action: 'tenant_data_viewed',
      actorType: 'attorney',
      fromState: null,
      toState: null,
      detail: { what: 'case', attorneyId: attorney.id },
    });
    const documentId = documents[0]?.id ?? '';
    await attorney.send('GET', `/v1/attorney/cases/${id}/documents/${documentId}`);
    const by = { actorType: 'attorney', actor: attorney.id };
    expect(await viewsOf(id)).toMatchObject([
      { ...by, what: 'case' },
      { ...by, what: documentId },
    ]);

    await store.pool.query(
      `INSERT INTO "TenantDataView" (id, "caseId", "actorType", actor, what, "createdAt")
        SELECT 'evt_' || gen_random_uuid(), $1, 'attorney', $2, 'case', now() - make_interval(secs => n)
        FROM generate_series(1, 1000) n`,
      [id, attorney.id],
    );
    const all = (await attorney.read(id)).events;
    const shown = all.filter(({ action }: AuditEvent) => action === 'tenant_data_viewed');
    expect(shown.map((event: AuditEvent) => event.id)).toEqual((await viewsOf(id)).map((view) => view.id));
    const times = all.map(({ createdAt }: AuditEvent) => createdAt);
    expect(times).toEqual(times.toSorted());
  });

  test("fails without showing any data while it can't be recorded, but the queue still works", async () => {
    const attorney = await world.attorney({ states: ['MI'] });
    const { id } = await summaryInReview(factsIn('MI'));
    const { documents } = await attorney.read(id);
    await store.pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE 'the trail is full'; END $$`);
    await store.pool.query(`CREATE TRIGGER full_trail BEFORE INSERT ON "TenantDataView"
      FOR EACH ROW EXECUTE FUNCTION refuse()`);
    try {
      for (const path of ['', `/documents/${documents[0]?.id}`]) {
        const { credential } = attorney;
        const { status, bytes } = await sendTo(baseUrl, 'GET', `/v1/attorney/cases/${id}${path}`, { credential });
        expect([status, JSON.parse(bytes.toString())]).toEqual([
          500,
          { error: { code: 'internal', message: 'An unexpected error occurred.', details: null } },
        ]);
      }
      expect((await attorney.queue()).map((item: { id: string }) => item.id)).toEqual([id]);
    } finally {
      await store.pool.query('DROP FUNCTION refuse CASCADE');
    }
    expect(await viewsOf(id)).toHaveLength(1);
  });
});

test('a document downloads as an attachment whose bytes match its hash, even after it was replaced, and is not found once its bytes are gone', async () => {
  const attorney = await world.attorney({ states: ['NC'] });
  const { customer, id } = await summaryInReview(factsIn('NC'));
  const [before] = (await attorney.read(id)).documents;
  await customer.upload(id, { bytes: pdf('late') });
  const isReplaced = async () => expect((await customer.read(id)).documents).not.toContainEqual(before);
  await vi.waitFor(isReplaced, { timeout: 60_000, interval: 100 });
  const download = () => attorney.send('GET', `/v1/attorney/cases/${id}/documents/${before?.id}`);
  const response = await download();
  expect([response.status, sha256Hex(response.bytes)]).toEqual([200, before?.contentHash]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="${before?.filename}"; filename*=UTF-8''${before?.filename}`,
    etag: `"${before?.contentHash}"`,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  });
  await store.prisma.blob.deleteMany({ where: { documentId: before?.id ?? '' } });
  const gone = await download();
  expect([gone.status, gone.body.error.code]).toEqual([404, 'not_found']);
});
