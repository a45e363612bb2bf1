import { evaluateGates, gateDates } from '@evict/case-model';
import { routes, validate } from '@evict/contract';
import { dateOf, startOfDay } from '@evict/jurisdictions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { demoCases } from './sandbox-cases.ts';
import { liveCase } from './live-case.ts';
import { balance, rentLedger } from './facts.ts';

const anyDay = fc
  .date({ min: new Date('2025-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((at) => dateOf(at.getTime()));

test.each(demoCases)('demo case $letter passes the input schema and every gate on any day', ({ facts, uploads }) => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const input = facts(today);
      const documentPurposes = uploads(today).map(({ purpose }) => purpose);
      const gates = evaluateGates({
        mode: 'test',
        facts: input,
        documentPurposes,
        today: gateDates('test', startOfDay(today)),
      });
      expect(validate(routes.createCase.body, input)).toMatchObject({ ok: true });
      expect(gates.results.filter(({ status }) => status === 'fail')).toEqual([]);
    }),
  );
});

test('the live demo case passes the input schema and every gate on any day', () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const { facts, uploads } = liveCase('WY', today);
      const input = facts(today);
      const documentPurposes = uploads(today).map(({ purpose }) => purpose);
      const gates = {
        mode: 'live',
        facts: input,
        documentPurposes,
        today: gateDates('live', startOfDay(today)),
      } as const;
      expect(validate(routes.createCase.body, input)).toMatchObject({ ok: true });
      expect(evaluateGates(gates).results.filter(({ status }) => status === 'fail')).toEqual([]);
    }),
  );
});

test('a generated ledger has a rent charge for every month up to the current one, and no entry in the future', () => {
  fc.assert(
    fc.property(anyDay, (today) => {
      const ledger = rentLedger(today, 1000, [[1000], [400, 300], []]);
      expect(ledger.map(({ type }) => type)).toEqual(['charge', 'payment', 'charge', 'payment', 'payment', 'charge']);
      expect(ledger.at(-1)?.date.slice(0, 7)).toBe(today.slice(0, 7));
      expect(ledger.every(({ date }) => date <= today)).toBe(true);
      expect(balance(ledger)).toBe(1300);
    }),
  );
});
