import { createHash } from 'node:crypto';
import type { AuditEvent, Document } from '@evict/contract';
import { listViews } from '@evict/store/events';
import { describe, expect, test, vi } from 'vitest';
import { send as sendTo } from '../support/api.ts';
import { filingEvidence, holdoverFiling, pdf } from '../support/grounds.ts';
import { liveWorld } from '../support/live-case.ts';
import { factsIn } from '../support/live.ts';
import { startService } from '../support/service.ts';

const service = await startService({ liveMode: true });
const { store, baseUrl } = service.stack;
const world = liveWorld(service);
const { submitted, summaryInReview, operate, attach } = world;

async function viewsOf(caseId: string) {
  return store.prisma.tenantDataView.findMany({ where: { caseId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
}

describe('the queue', () => {
  test('holds the cases that wait for the attorney, oldest first, and no names', async () => {
    const attorney = await world.attorney({ states: ['VA'] });
    const inCounty = { ...factsIn('VA'), property: { ...factsIn('VA').property, county: 'Arlington' } };
    const notice = await summaryInReview(inCounty);
    const filing = await summaryInReview(holdoverFiling({ property: factsIn('VA').property }), filingEvidence);
    const approved = await summaryInReview(factsIn('VA'));
    const held = await summaryInReview(factsIn('VA'));
    await attorney.approve(approved.id);
    await attorney.approve(held.id);
    await held.customer.withdraw(held.id);

    const queue = await attorney.queue();
    expect(queue.map(({ id, state }) => [id, state])).toEqual([
      [notice.id, 'notice_review'],
      [filing.id, 'filing_review'],
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
    expect(await viewsOf(held.id)).toHaveLength(1); // of the approval
  });

  test('holds a case whose step has used up its retries, whatever its state, and not one that is retried', async () => {
    const attorney = await world.attorney({ states: ['TX'] });
    const failed = await summaryInReview(factsIn('TX'));
    await attorney.approve(failed.id);
    const retryAt = Date.now() + 60_000;
    const failure = (isExhausted: boolean) => ({
      step: 'render_documents',
      attempt: isExhausted ? 5 : 1,
      retryAt: isExhausted ? null : retryAt,
    });
    const { record } = await store.prisma.case.findUniqueOrThrow({ where: { id: failed.id } });
    const set = (isExhausted: boolean) =>
      store.prisma.case.update({
        where: { id: failed.id },
        data: {
          record: { ...(record as object), failure: failure(isExhausted) },
          failedStep: 'render_documents',
          retryAt: isExhausted ? null : new Date(retryAt),
        },
      });
    await set(false);
    expect(await attorney.queue()).toEqual([]);
    await set(true);
    expect(await attorney.queue()).toMatchObject([
      { id: failed.id, attention: { needed: true, reasons: ['job_failed:render_documents'] } },
    ]);
  });

  test('is empty for an attorney without cases, and holds no finished case', async () => {
    const attorney = await world.attorney({ states: ['FL'] });
    expect(await attorney.queue()).toEqual([]);
    const { id } = await summaryInReview(factsIn('FL'));
    await attorney.outcome(id, { type: 'closed' });
    expect(await attorney.queue()).toEqual([]);
  });
});

describe('a case', () => {
  test('is shown with all that belongs to it', async () => {
    const attorney = await world.attorney({ states: ['OH'] });
    const facts = holdoverFiling({ property: factsIn('OH').property });
    const { customer, id, ref } = await summaryInReview(facts, filingEvidence);
    const late = await customer.upload(id, { filename: 'photo.pdf', bytes: pdf('late') });
    await attach(ref, 'filing', { filename: 'complaint.pdf' });
    await attorney.approve(id);
    const filing = { kind: 'record_filing' } as const;
    await operate(ref, { ...filing, status: 'submitted', envelopeId: 'ENV-1' });
    await operate(ref, { ...filing, status: 'accepted', courtCaseNumber: 'CV-26-001' });
    const pending = {
      kind: 'record_service',
      status: 'pending',
      method: 'personal',
      date: null,
      expires: null,
    } as const;
    await operate(ref, { ...pending, stage: 'summons' });

    const file = await attorney.read(id);
    const { gates, evidence, filings, serviceAttempts, attention, events, ...shown } = file;
    expect(shown).toEqual(await customer.read(id));
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

    const customers = await customer.events(id);
    expect(events).toEqual(expect.arrayContaining(customers));
    const actions = events.map(({ action }: AuditEvent) => action);
    expect(actions.filter((action: string) => action !== 'attested').slice(0, 4)).toEqual([
      'submit',
      'assign_attorney',
      'engagement_accepted',
      'begin_review',
    ]);
    expect(actions.indexOf('attested')).toBeLessThan(actions.indexOf('begin_review'));
    expect(actions).toEqual(expect.arrayContaining(['review_recorded', 'operator_action']));
    const times = events.map(({ createdAt }: AuditEvent) => createdAt);
    expect(times).toEqual(times.toSorted());
    expect(customers.map(({ action }) => action)).not.toContain('operator_action');
  });

  test('as a draft again shows its gates as they are now', async () => {
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
  test('is in the audit trail before the response, and in the response itself', async () => {
    const attorney = await world.attorney({ states: ['IL'] });
    const { customer, id } = await summaryInReview(factsIn('IL'));
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
    await attorney.read(id);
    const views = await viewsOf(id);
    const by = { actorType: 'attorney', actor: attorney.id };
    expect(views).toMatchObject([
      { ...by, what: 'case' },
      { ...by, what: documentId },
      { ...by, what: 'case' },
    ]);
    const shown = JSON.stringify(await customer.events(id));
    expect(shown).not.toContain('tenant_data_viewed');
  });

  test('is listed among the events, up to the newest 200', async () => {
    const attorney = await world.attorney({ states: ['OH'] });
    const { id } = await summaryInReview(factsIn('OH'));
    for (let from = 1; from <= 100_000; from += 5000) {
      await store.pool.query(
        `INSERT INTO "TenantDataView" (id, "caseId", "actorType", actor, what, "createdAt")
          SELECT 'evt_' || gen_random_uuid(), $1, 'attorney', $2, 'case', now() - make_interval(secs => n)
          FROM generate_series($3::int, $3::int + 4999) n`,
        [id, attorney.id, from],
      );
    }
    const { events } = await attorney.read(id);
    const shown = events.filter(({ action }: AuditEvent) => action === 'tenant_data_viewed');
    const newest = await listViews(store, { caseId: id, limit: 200 });
    expect(shown.map((event: AuditEvent) => event.id)).toEqual(newest.map((view) => view.id).toReversed());
    const times = events.map(({ createdAt }: AuditEvent) => createdAt);
    expect(times).toEqual(times.toSorted());
    // Page by page every one of them is listed once.
    const ids = new Set<string>();
    for (
      let page = newest;
      page.length > 0;
      page = await listViews(store, { caseId: id, after: page.at(-1), limit: 5000 })
    )
      for (const view of page) ids.add(view.id);
    expect(ids.size).toBe(100_001);
  });

  test('shows nothing while the trail cannot be written', async () => {
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
      await store.pool.query('DROP TRIGGER full_trail ON "TenantDataView"');
    }
    expect(await viewsOf(id)).toHaveLength(1);
  });
});

describe('a document', () => {
  test('is downloaded as an attachment with the bytes of its hash, even if it was replaced', async () => {
    const attorney = await world.attorney({ states: ['NC'] });
    const { customer, id } = await summaryInReview(factsIn('NC'));
    const [before] = (await attorney.read(id)).documents;
    await customer.upload(id, { bytes: pdf('late') });
    const isReplaced = async () => expect((await customer.read(id)).documents).not.toContainEqual(before);
    await vi.waitFor(isReplaced, { timeout: 60_000, interval: 20 });
    const response = await attorney.send('GET', `/v1/attorney/cases/${id}/documents/${before?.id}`);
    expect(response.status).toBe(200);
    expect(createHash('sha256').update(response.bytes).digest('hex')).toBe(before?.contentHash);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${before?.filename}"; filename*=UTF-8''${before?.filename}`,
      etag: `"${before?.contentHash}"`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(response.bytes).toEqual((await customer.download(id, before?.id ?? '')).bytes);
  });

  test('whose bytes are missing is 404', async () => {
    const attorney = await world.attorney({ states: ['GA'] });
    const { id } = await summaryInReview(factsIn('GA'));
    const [document] = (await attorney.read(id)).documents;
    await store.prisma.blob.deleteMany({ where: { documentId: document?.id ?? '' } });
    const response = await attorney.send('GET', `/v1/attorney/cases/${id}/documents/${document?.id}`);
    expect([response.status, response.body.error.code]).toEqual([404, 'not_found']);
  });
});

test('what is not yet reviewed is not shown to an attorney who might be engaged', async () => {
  const { id } = await submitted(factsIn('AK'));
  const attorney = await world.attorney({ states: ['AL'] });
  expect((await attorney.send('GET', `/v1/attorney/cases/${id}`)).status).toBe(404);
});
