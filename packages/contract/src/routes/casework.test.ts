import type { AnySchema } from 'yup';
import { describe, expect, test } from 'vitest';
import { validate } from '../validate.ts';
import { caseworkRoutes as routes } from './casework.ts';

const faults = (schema: AnySchema, body: unknown): string[] => {
  const checked = validate(schema, body);
  return checked.ok ? [] : checked.issues.map(({ path, code }) => `${path} ${code}`);
};
const long = (length: number) => '👩'.repeat(length);
const pending = { stage: 'summons', status: 'pending', method: 'posting' };
const reasons = Array.from({ length: 50 }, () => ({ code: 'other', description: long(1000) }));

describe('a report is taken at its bounds', () => {
  test.each<[string, AnySchema, unknown]>([
    [
      'service',
      routes.reportService.body,
      { ...pending, partyIndex: 19, failureReason: long(1000), citation: long(200) },
    ],
    ['service of the first party', routes.reportService.body, { ...pending, partyIndex: 0, servedDate: '2028-02-29' }],
    ['a correction of service', routes.correctService.body, { reason: long(1000) }],
    ['a hold', routes.holdCase.body, { reason: 'court_stay', until: '2026-12-31', notes: long(5000) }],
    [
      'a deadline',
      routes.setDeadline.body,
      { name: long(60), date: '1900-01-01', citation: long(200), reason: long(1000) },
    ],
    ['a change of a deadline', routes.changeDeadline.body, {}],
    ['a fact', routes.reportFact.body, { kind: 'lockout_executed', date: '2026-07-01', detail: long(1000) }],
    ['a filing', routes.reportFiling.body, { status: 'rejected', envelopeId: long(200), rejectionReasons: reasons }],
    ['a correction of a hearing', routes.correctHearing.body, { date: '2026-08-13', reason: long(1000) }],
    ['a correction of a judgment', routes.correctJudgment.body, { amountCents: 0, withPrejudice: false, reason: 'x' }],
    ['a correction of a filing', routes.correctFiling.body, { courtCaseNumber: long(200), reason: 'x' }],
  ])('%s', (_, schema, body) => {
    expect(faults(schema, body)).toEqual([]);
  });
});

describe('beyond them every fault is named', () => {
  test.each<[string, AnySchema, unknown, string[]]>([
    ['service', routes.reportService.body, {}, ['stage required', 'status required', 'method required']],
    [
      'service of nobody',
      routes.reportService.body,
      { ...pending, status: 'lost', partyIndex: -1, servedDate: '2026-02-30', expires: null, actor: 'me' },
      ['actor unknown_field', 'status one_of', 'partyIndex too_small', 'servedDate date', 'expires null'],
    ],
    ['service of half a party', routes.reportService.body, { ...pending, partyIndex: 0.5 }, ['partyIndex not_integer']],
    ['service of too many', routes.reportService.body, { ...pending, partyIndex: 20 }, ['partyIndex too_large']],
    ['a correction without a reason', routes.correctService.body, { expires: '2026-07-01' }, ['reason required']],
    ['a correction of a hearing to no day', routes.correctHearing.body, { reason: 'x' }, ['date required']],
    [
      'a correction of what a judgment says',
      routes.correctJudgment.body,
      { outcome: 'defendant', amountCents: -1, manner: 'oral' },
      ['outcome unknown_field', 'manner one_of', 'amountCents too_small', 'reason required'],
    ],
    ['a hold for a reason of the service', routes.holdCase.body, { reason: 'operator' }, ['reason one_of']],
    ['a hold with too much to say', routes.holdCase.body, { reason: 'other', notes: long(5001) }, ['notes too_long']],
    [
      'a deadline',
      routes.setDeadline.body,
      { name: long(61), date: 'soon', citation: 'a\0b' },
      ['name too_long', 'date date', 'citation invalid_text'],
    ],
    ['a fact of another kind', routes.reportFact.body, { kind: 'erased', date: '2026-07-01' }, ['kind one_of']],
    [
      'a filing',
      routes.reportFiling.body,
      { status: 'rejected', rejectionReasons: [{ code: 'late', description: '' }, null] },
      ['rejectionReasons[0].code one_of', 'rejectionReasons[0].description too_short', 'rejectionReasons[1] null'],
    ],
    [
      'too many reasons',
      routes.reportFiling.body,
      { status: 'rejected', rejectionReasons: [...reasons, ...reasons] },
      ['rejectionReasons too_many'],
    ],
  ])('%s', (_, schema, body, issues) => {
    expect(faults(schema, body).toSorted()).toEqual(issues.toSorted());
  });
});
