import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CaseFacts,
  documentPurposes,
  entryPoints,
  grounds,
  ledgerTypes,
  partyRoles,
  servicememberAnswers,
  noticeMethods,
} from '../facts.ts';
import { adviceIn } from '../../test/advice.ts';
import { modes } from '../mode.ts';
import { buildFacts, buildFilingFacts, buildInput, liveInput } from '../../test/drafts.ts';
import { evaluateGates, gateDates } from './evaluate.ts';
import { gates } from './table.ts';

const hidden = new Set(gates.filter(({ hideUnlessFailing }) => hideUnlessFailing).map(({ name }) => name));

const date = fc
  .integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 11, 31) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10));
const cents = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const text = (maxLength: number) => fc.string({ unit: 'binary', minLength: 1, maxLength });
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

/** Generates any facts that pass the input schema. */
const anyFacts: fc.Arbitrary<CaseFacts> = fc.record({
  ground: fc.constantFrom(...grounds),
  entryPoint: fc.constantFrom(...entryPoints),
  property: fc.record({
    line1: text(200),
    unit: optional(text(50)),
    city: text(100),
    county: optional(text(100)),
    state: fc.oneof(fc.constantFrom('ZZ', 'zz', 'MD', 'ca'), fc.stringMatching(/^[A-Za-z]{2}$/)),
    zip: fc.constant('00001'),
    ownerOfRecord: text(200),
  }),
  parties: fc.array(
    fc.record({ role: fc.constantFrom(...partyRoles), name: text(200), isEntity: optional(fc.boolean()) }),
    { maxLength: 20 },
  ),
  lease: optional(fc.record({ startDate: optional(date), endDate: optional(date), monthlyRentCents: optional(cents) })),
  ledger: optional(
    fc.array(
      fc.record({ date, type: fc.constantFrom(...ledgerTypes), amountCents: cents, memo: optional(text(500)) }),
      { maxLength: 30 },
    ),
  ),
  amountOwedCents: optional(cents),
  violation: optional(fc.record({ description: text(5000), date })),
  attestations: fc.record({
    authority: optional(fc.boolean()),
    notRetaliatory: optional(fc.boolean()),
    notDiscriminatory: optional(fc.boolean()),
    caresCovered: optional(fc.boolean()),
    subsidized: optional(fc.boolean()),
    servicemember: optional(fc.constantFrom(...servicememberAnswers)),
  }),
  priorNotice: optional(
    fc.record({
      servedDate: date,
      method: fc.constantFrom(...noticeMethods),
      periodDays: fc.integer({ min: 1, max: 365 }),
    }),
  ),
  freeText: optional(text(5000)),
});

describe('evaluateGates', () => {
  it.each(grounds)('passes a complete %s case without a failure or a warning', (ground) => {
    for (const input of [
      buildInput(buildFacts(ground)),
      buildInput(buildFilingFacts(ground)),
      liveInput(buildFacts(ground)),
    ]) {
      const { passed, results } = evaluateGates(input);
      expect(results.filter(({ status }) => status === 'fail' || status === 'warn')).toEqual([]);
      expect(passed).toBe(true);
    }
  });

  it('passes a test case outside the sandbox jurisdiction', () => {
    const facts = buildFilingFacts('holdover');
    expect(evaluateGates(buildInput({ ...facts, property: { ...facts.property, state: 'MD' } })).passed).toBe(true);
  });

  it('passes a case with warnings, but not a case with a failure', () => {
    const warned = buildFacts('holdover');
    warned.attestations = { ...warned.attestations, servicemember: 'unknown', subsidized: true };
    expect(evaluateGates(buildInput(warned)).passed).toBe(true);
    expect(evaluateGates(buildInput({ ...warned, parties: [] })).passed).toBe(false);
  });

  it('never throws, lists each gate at most once and in order, and gives a reason for every failure and warning', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...modes),
        anyFacts,
        fc.subarray([...documentPurposes]),
        fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2190, 0, 1) }),
        (mode, facts, purposes, now) => {
          const input = { mode, facts, documentPurposes: purposes, today: gateDates(mode, now) };
          const { passed, results } = evaluateGates(input);
          const found = new Set(results.map(({ gate }) => gate));
          const listed = gates.filter(({ name }) => !hidden.has(name) || found.has(name));
          expect(results.map(({ gate }) => gate)).toEqual(listed.map(({ name }) => name));
          expect(passed).toBe(!results.some(({ status }) => status === 'fail'));
          for (const { gate, status, reason } of results) {
            const objects = status === 'fail' || status === 'warn';
            if (hidden.has(gate)) expect(objects).toBe(true);
            const hasReason = objects || (gate === 'servicemember' && status === 'pass');
            expect(reason !== undefined && reason.length > 0).toBe(hasReason);
            expect(adviceIn(reason ?? '')).toEqual([]);
          }
          expect(evaluateGates(input)).toEqual({ passed, results });
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('gateDates', () => {
  it('treats a period in live mode as over once its last day has ended in Hawaii', () => {
    expect(gateDates('live', Date.UTC(2026, 6, 2, 9, 59, 59, 999))).toEqual({
      utc: '2026-07-02',
      elapsed: '2026-07-01',
    });
    expect(gateDates('live', Date.UTC(2026, 6, 2, 10))).toEqual({ utc: '2026-07-02', elapsed: '2026-07-02' });
  });

  it('treats a period in test mode as over once its last day has ended in UTC', () => {
    expect(gateDates('test', Date.UTC(2026, 6, 2))).toEqual({ utc: '2026-07-02', elapsed: '2026-07-02' });
  });
});
