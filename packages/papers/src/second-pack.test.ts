import {
  decide,
  type DocumentOrder,
  evaluateGates,
  gateDates,
  nextAction,
  sandboxStep,
  waitOf,
} from '@evict/case-model';
import { draft, play, start, submission, takeSteps, withDocuments } from '@evict/case-model/testing';
import { documentOf, packVersions, resolveJurisdiction, type RulePack, rulePacks } from '@evict/jurisdictions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderDocument } from './render.ts';
import { buildFacts } from '../test/build-request.ts';
import { qm20261 as qm } from '../test/second-pack.ts';
import { readPdf, textOf } from '../test/read-pdf.ts';

// A second sandbox jurisdiction needs only a pack and a line in the registry. No other code knows about it.

const registry = rulePacks as RulePack[];
beforeAll(() => {
  registry.push(qm);
});
afterAll(() => {
  registry.splice(registry.indexOf(qm), 1);
});

const facts = buildFacts({ property: { ...buildFacts().property, state: 'QM' } });
const submitOf = (ground: 'nonpayment' | 'lease_violation' | 'holdover') => {
  const versions = packVersions(qm, 'notice', ground);
  const directives = ['service_failed', 'filing_rejected'] as const;
  return {
    kind: 'submit',
    attorneyLapsed: false,
    submission: submission({ ground, jurisdiction: 'QM', packVersions: versions, directives }),
  } as const;
};

describe('a case in a second sandbox jurisdiction', () => {
  test("is accepted, and checked against that jurisdiction's law before it is submitted", () => {
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

  test("reaches its end with that jurisdiction's own methods, dates and documents", () => {
    const { record, orders, events } = playToTheEnd();
    expect(record.state).toBe('closed');
    expect(record.deadlines.map(({ name, date, citation }) => [name, date, citation])).toEqual([
      // Served in person on Friday, July 3. Three calendar days later is the holiday on Monday, July 6, so the notice
      // period ends on July 7.
      ['notice_expires', '2026-07-07', 'QM Code § 5-1'],
      ['answer_due', expect.any(String), 'QM Code § 7-5'],
      ['hearing', expect.any(String), 'QM Code § 7-6'],
      ['appeal_period_ends', expect.any(String), 'QM Code § 7-10'],
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

  test("prints its papers with that jurisdiction's titles, law and court", async () => {
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

  test('has a right to cure only if that jurisdiction grants one, as for a holdover but not for a violation', () => {
    const inPeriod = (ground: 'lease_violation' | 'holdover') => {
      const { records } = playToTheEnd(ground);
      const found = records.find(({ state }) => state === 'cure_period');
      if (!found) throw new Error('it has a notice period');
      return found;
    };
    expect(nextAction(inPeriod('lease_violation')).description).toContain('There is no right to cure.');
    const cured = decide(inPeriod('holdover'), { kind: 'report_cure' }, { now: start, uuid: () => 'u' });
    expect(cured).toMatchObject({ ok: true, next: { state: 'resolved' } });
  });
});

/** Plays a case to its end, taking every step at the time at which an advance would take it. */
function playToTheEnd(ground: Parameters<typeof submitOf>[0] = 'nonpayment') {
  const { record: fresh } = play(draft(), submitOf(ground));
  const played = takeSteps(withDocuments(fresh));
  const { work } = waitOf(fresh, start);
  const orders: DocumentOrder[] = work?.kind === 'make_documents' ? [...work.orders] : [];
  for (const record of played.records) orders.push(...(sandboxStep(record)?.documents ?? []));
  return { ...played, orders };
}
