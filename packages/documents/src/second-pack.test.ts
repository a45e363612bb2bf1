import {
  type CaseEvent,
  type CaseRecord,
  type Command,
  decide,
  type DocumentOrder,
  evaluateGates,
  gateDates,
  newCase,
  nextAction,
  type SubmissionSnapshot,
  waitOf,
} from '@evict/case-model';
import { documentOf, packVersions, resolveJurisdiction, type RulePack, rulePacks } from '@evict/jurisdictions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderDocument } from './render.ts';
import { buildFacts } from '../test/build-request.ts';
import { qm20261 as qm } from '../test/second-pack.ts';
import { readPdf, textOf } from '../test/read-pdf.ts';

// A second sandbox jurisdiction is a pack of its own and a line in the registry: nothing else knows of it.

const registry = rulePacks as RulePack[];
beforeAll(() => {
  registry.push(qm);
});
afterAll(() => {
  registry.splice(registry.indexOf(qm), 1);
});

const start = Date.parse('2026-07-01T09:00:00Z');
const facts = buildFacts({ property: { ...buildFacts().property, state: 'QM' } });
const submission = (): SubmissionSnapshot => ({
  ground: 'nonpayment',
  entryPoint: 'notice',
  jurisdiction: 'QM',
  packVersions: packVersions(qm, 'notice', 'nonpayment'),
  caresCovered: false,
  servicemember: 'no',
  leaseEndDate: null,
  priorNotice: null,
  directives: ['service_failed', 'filing_rejected'],
  defendants: [1],
  factsVersion: 1,
  noticeFactsVersion: 1,
  reviewDelayMs: 30_000,
});

describe('a case of a second sandbox jurisdiction', () => {
  test('is served there, and is judged by its law before it is submitted', () => {
    const place = resolveJurisdiction({ mode: 'test', state: 'qm', county: 'Test' });
    expect(place).toMatchObject({
      served: true,
      action: 'Ejectment (QM Code § 7-1)',
      jurisdictionIds: ['qm', 'qm/county/test'],
    });
    expect(place.grounds[0]?.notice).toMatchObject({ title: 'Demand for Rent', periodDays: 3, dayKind: 'calendar' });
    const priorNotice = { servedDate: '2026-06-01', method: 'certified_mail', periodDays: 3 } as const;
    const { results } = evaluateGates({
      mode: 'test',
      facts: { ...facts, entryPoint: 'filing', priorNotice },
      documentPurposes: [],
      today: gateDates('test', start),
    });
    const { reason } = results.find(({ gate }) => gate === 'prior_notice_method') ?? {};
    expect(reason).toContain('QM Code § 5-1');
  });

  test('reaches its end with its own methods, dates and documents', () => {
    const { record, orders, events } = playToTheEnd();
    expect(record.state).toBe('closed');
    expect(record.deadlines.map(({ name, date, citation }) => [name, date, citation])).toEqual([
      // Served in person on Friday 3 July; three days on the calendar end on the holiday of Monday 6 July.
      ['notice_expires', '2026-07-07', 'QM Code § 5-1'],
      ['answer_due', expect.any(String), 'QM Code § 7-5'],
      ['hearing', expect.any(String), 'QM Code § 7-6'],
      ['appeal_period_ends', expect.any(String), 'QM Code § 7-10'],
      ['writ_expires', expect.any(String), 'QM Code § 7-12'],
    ]);
    expect(record.serviceAttempts.map(({ stage, method }) => [stage, method])).toEqual([
      ['notice', 'posting'],
      ['notice', 'personal'],
      ['summons', 'posting'],
    ]);
    expect(new Set(orders.map(({ specId }) => specId))).toEqual(
      new Set(['qm.demand.v1', 'qm.proof.demand.v1', 'qm.petition.v1', 'qm.proof.citation.v1']),
    );
    expect(events.filter(({ action }) => action === 'rework_filing')).toHaveLength(1);
  });

  test('has its papers printed with its titles, its law and its court', async () => {
    const { orders } = playToTheEnd();
    for (const { specId, revision, service } of orders) {
      const bytes = await renderDocument({
        specId,
        caseId: 'case_1',
        facts,
        preparedOn: '2026-07-02',
        revision,
        pack: qm,
        notice: { servedDate: '2026-07-02', method: 'posting', expires: '2026-07-05' },
        service: service && { ...service, servedDate: '2026-07-02', time: '09:00' },
        courtCaseNumber: null,
        exhibits: [],
      });
      const text = readPdf(bytes).map(textOf).join(' ').replaceAll('\n', ' ');
      expect(text).toContain(documentOf(qm, specId).title.toUpperCase());
      expect(text).toContain('QM Code §');
      expect(text).not.toContain('ZZ');
      if (specId !== 'qm.demand.v1' && specId !== 'qm.proof.demand.v1') expect(text).toContain('MANOR COURT OF QM');
    }
  });

  test('has the right to cure that its law gives: none for a violation, one for a holdover', () => {
    const inPeriod = (ground: 'lease_violation' | 'holdover') => {
      const { records } = playToTheEnd({ ...submission(), ground, packVersions: packVersions(qm, 'notice', ground) });
      const found = records.find(({ state }) => state === 'cure_period');
      if (!found) throw new Error('it has a notice period');
      return found;
    };
    expect(nextAction(inPeriod('lease_violation')).description).toContain('There is no right to cure.');
    const cured = decide(inPeriod('holdover'), { kind: 'report_cure' }, { now: start, uuid: () => 'u' });
    expect(cured).toMatchObject({ ok: true, next: { state: 'resolved' } });
  });
});

/** As the workflow leads it: whatever is pending is done, at the time that an advance would. */
function playToTheEnd(snapshot = submission()) {
  let record: CaseRecord = newCase({ caseId: 'case_1', organizationId: 'org_1', mode: 'test' }, start);
  const events: CaseEvent[] = [];
  const orders: DocumentOrder[] = [];
  const records: CaseRecord[] = [];
  const take = (command: Command, now: number) => {
    const decision = decide(record, command, { now, uuid: () => crypto.randomUUID(), courtNumber: 123 });
    if (!decision.ok) throw new Error(`${command.kind} in ${record.state}: ${decision.code}`);
    record = decision.next;
    records.push(record);
    events.push(...decision.events);
  };
  const make = (ordered: readonly DocumentOrder[]) => {
    orders.push(...ordered);
    return ordered
      .filter(({ stage }) => stage !== null)
      .map(({ specId, revision }) => ({ id: crypto.randomUUID(), contentHash: `${specId}@${revision}` }));
  };
  take({ kind: 'submit', submission: snapshot }, start);
  for (let { work } = waitOf(record, start); work !== null; { work } = waitOf(record, start)) {
    if (work.kind === 'make_documents') {
      const stage = work.orders[0]?.stage ?? 'notice';
      take({ kind: 'documents_made', stage, documents: make(work.orders) }, record.restingSince);
    } else if (work.kind === 'take_step') {
      const { advanceTo, documents } = work.step;
      take({ kind: 'take_step', documents: make(documents) }, Math.max(advanceTo, record.restingSince));
    } else {
      throw new Error(`a sandbox case waits to ${work.kind}`);
    }
  }
  return { record, records, events, orders };
}
