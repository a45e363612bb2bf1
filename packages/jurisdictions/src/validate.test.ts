import { describe, expect, it } from 'vitest';
import {
  courtDateNames,
  type CourtDateName,
  type DocumentSpec,
  type Ground,
  grounds,
  type RulePack,
  type StatesPack,
} from './pack.ts';
import { us20261 as us } from './packs/us/2026-1.ts';
import { zz20261 as zz } from './packs/zz/2026-1.ts';
import { assertSound } from './registry.ts';
import { validatePack, validateStatesPack } from './validate.ts';

const withNotice = (change: object): RulePack => ({
  ...zz,
  notices: { ...zz.notices, holdover: { ...zz.notices.holdover, ...change } },
});
const withDocument = (change: object): DocumentSpec => ({ ...zz.notices.holdover.document, ...change });
const withCalendar = (change: object): RulePack => ({
  ...zz,
  calendar: { ...zz.calendar, ...change },
});
const withHoliday = (rule: object): RulePack => withCalendar({ holidays: [rule] });
const withCares = (change: object): RulePack => ({ ...zz, cares: { ...zz.cares, ...change } });

describe('validatePack', () => {
  it('finds no fault in the shipped pack', () => {
    expect(validatePack(zz)).toEqual([]);
  });

  it.each<[string, RulePack]>([
    ['id: must be two small letters', { ...zz, id: 'ZZ' }],
    ['version: must be <year>.<number>', { ...zz, version: '1' }],
    ['stateCode: must be two capitals', { ...zz, stateCode: 'zz' }],
    ['name: must not be empty', { ...zz, name: ' ' }],
    ['about: must not be empty', { ...zz, about: '' }],
    ['action.name: must not be empty', { ...zz, action: { ...zz.action, name: '' } }],
    ['filing: must not be empty', { ...zz, filing: [] }],
    ['filing[0].id: must be <pack>.<document>.v<number>', { ...zz, filing: [withDocument({ id: 'complaint' })] }],
    ['filing[0].template: unknown', { ...zz, filing: [withDocument({ template: 'letter' })] }],
    [
      'proofs.summons.filename: must be small letters and end in .pdf',
      { ...zz, proofs: { ...zz.proofs, summons: withDocument({ filename: 'Jane Roe.pdf' }) } },
    ],
    ['court.name: must not be empty', { ...zz, court: { ...zz.court, name: '' } }],
    ['court.envelopeIds: must hold {number}', { ...zz, court: { ...zz.court, envelopeIds: 'ENV' } }],
    ['court.caseNumbers: must hold {year} and {number}', { ...zz, court: { ...zz.court, caseNumbers: 'LT-{number}' } }],
    ['counting.mailDays.certified_mail: must be 0 to 30 whole days', withMailDays({ certified_mail: 31 })],
    ['counting.mailDays.pigeon: unknown method', withMailDays({ pigeon: 1 })],
    ['calendar.weekend: leaves no business day', withCalendar({ weekend: [0, 1, 2, 3, 4, 5, 6] })],
    ['calendar.weekend: 0 is listed twice', withCalendar({ weekend: [0, 0] })],
    ['calendar.holidays: Twice is listed twice', withCalendar({ holidays: [holiday('Twice'), holiday('Twice')] })],
    ['calendar.holidays[0].month: must be 1 to 12', withHoliday({ name: 'Never', month: 13, day: 1 })],
    ['calendar.holidays[0].day: not in the month', withHoliday({ name: 'Never', month: 2, day: 30 })],
    ['calendar.holidays[0].weekday: must be 0 to 6', withHoliday({ name: 'Never', month: 2, weekday: 7, nth: 1 })],
    [
      'calendar.holidays[0].nth: must be 1 to 4, or -1 for the last',
      withHoliday({ name: 'Rare', month: 2, weekday: 1, nth: 5 }),
    ],
    ['calendar.observedShift.6: must be -1 or 1', withCalendar({ observedShift: { 6: -2 } })],
    ['calendar.observedShift.7: no weekday', withCalendar({ observedShift: { 7: 1 } })],
    ['notices.holdover: missing', { ...zz, notices: { ...zz.notices, holdover: undefined } as never }],
    ['notices.holdover.document.title: must not be empty', withNotice({ document: withDocument({ title: '' }) })],
    [
      'notices.holdover.period.days: must be 1 to 365 whole days',
      withNotice({ period: { ...zz.notices.holdover.period, days: 0 } }),
    ],
    [
      'notices.holdover.period.dayKind: must be business or calendar',
      withNotice({ period: { ...zz.notices.holdover.period, dayKind: 'court' } }),
    ],
    ['notices.holdover.period: missing', withNotice({ period: undefined })],
    ['notices.holdover.cure: unknown', withNotice({ cure: 'perhaps' })],
    ['notices.holdover.methods: must not be empty', withNotice({ methods: [], attempts: ['personal'] })],
    [
      'notices.holdover.methods: unknown method pigeon',
      withNotice({ methods: ['pigeon', ...zz.notices.holdover.methods] }),
    ],
    [
      'notices.holdover.methods: personal is listed twice',
      withNotice({ methods: ['personal', ...zz.notices.holdover.methods] }),
    ],
    ['notices.holdover.attempts: must not be empty', withNotice({ attempts: [] })],
    ['notices.holdover.attempts: posting is no method of this notice', withNotice({ attempts: ['posting'] })],
    ['notices.holdover.attempts: personal is listed twice', withNotice({ attempts: ['personal', 'personal'] })],
    [
      'notices.holdover.document.id: must be <pack>.<document>.v<number>',
      withNotice({ document: withDocument({ id: 'zz.notice.v0' }) }),
    ],
    ['courtDates.hearing: missing', { ...zz, courtDates: { ...zz.courtDates, hearing: undefined } as never }],
    [
      'courtDates.hearing.days: must be 1 to 365 whole days',
      { ...zz, courtDates: { ...zz.courtDates, hearing: { ...zz.courtDates.hearing, days: 1.5 } } },
    ],
    ['cares.minimumDays: must be 1 to 365 whole days', withCares({ minimumDays: 366 })],
    ['cares.inForceFrom: must be a calendar day', withCares({ inForceFrom: '2020-02-30' })],
    ['cares.inForceUntil: must be a calendar day', withCares({ inForceUntil: '2026-02-30' })],
    ['cares.inForceUntil: before inForceFrom', withCares({ inForceUntil: '2020-03-26' })],
  ])('says %s', (fault, pack) => {
    expect(validatePack(pack)).toContain(fault);
  });

  it.each<readonly [string, (change: object) => RulePack]>([
    ['action', (change: object) => ({ ...zz, action: { ...zz.action, ...change } })],
    ['calendar', withCalendar],
    ['counting', (change: object) => ({ ...zz, counting: { ...zz.counting, ...change } })],
    ['cares', withCares],
    ...grounds.map((ground) => [`notices.${ground}.period`, withPeriodOf(ground)] as const),
    ...courtDateNames.map((name) => [`courtDates.${name}`, withCourtDate(name)] as const),
  ])('refuses a rule without what it rests on: %s', (path, withRule) => {
    expect(validatePack(withRule({ citation: 'the statute' }))).toEqual([
      `${path}.citation: must name a section or a case`,
    ]);
    const nothing = { citation: undefined, source: ' ', checked: '2026-02-30', sure: 'quite' };
    expect(validatePack(withRule(nothing))).toEqual(baseless(path));
  });

  it('lists every fault at once', () => {
    const faults = validatePack({ ...withNotice({ cure: 'perhaps', attempts: [] }), id: '', name: '' });
    expect(faults).toEqual([
      'id: must be two small letters',
      'name: must not be empty',
      'notices.holdover.cure: unknown',
      'notices.holdover.attempts: must not be empty',
    ]);
  });
});

describe('validateStatesPack', () => {
  it('finds no fault in the shipped pack', () => {
    expect(validateStatesPack(us)).toEqual([]);
  });

  it.each<[string, StatesPack]>([
    ['states: MD is listed twice', { ...us, states: [...us.states, { code: 'MD', name: 'Maryland', id: 'us-md' }] }],
    ['states[0].code: must be two capitals', { ...us, states: [{ code: 'md', name: 'Maryland', id: 'us-md' }] }],
    ['states[0].name: must not be empty', { ...us, states: [{ code: 'MD', name: '', id: 'us-md' }] }],
    ['states[0].id: must be us-<code>', { ...us, states: [{ code: 'MD', name: 'Maryland', id: 'us-va' }] }],
    ['justCause[0].state: XX is no listed state', withJustCause({ state: 'XX' })],
    ['justCause: CA is listed twice', { ...us, justCause: [...us.justCause, ...us.justCause.slice(0, 1)] }],
    ['localAsks[0].state: XX is no listed state', withAsk({ state: 'XX' })],
    ['localAsks[0].ask: must not be empty', withAsk({ ask: '' })],
  ])('says %s', (fault, pack) => {
    expect(validateStatesPack(pack)).toContain(fault);
  });

  it.each([
    ['justCause[0]', withJustCause],
    ['localAsks[0]', withAsk],
    ['cares', (change: object) => ({ ...us, cares: { ...us.cares, ...change } })],
  ])('refuses a rule without what it rests on: %s', (path, withRule) => {
    const nothing = { citation: '', source: '', checked: undefined, sure: undefined };
    expect(validateStatesPack(withRule(nothing))).toEqual(baseless(path));
  });
});

describe('assertSound', () => {
  it('accepts the packs of this build', () => {
    expect(() => assertSound([zz], us)).not.toThrow();
  });

  it('throws with the faults of all packs, each under its name', () => {
    const packs = [
      { ...zz, about: '' },
      { ...zz, version: '2027.1', name: '' },
    ];
    expect(() => assertSound(packs, { ...us, id: 'U' })).toThrow(
      /zz 2026\.1: about: must not be empty\nzz 2027\.1: name: must not be empty\nU 2026\.1: id: /,
    );
  });

  it('refuses two packs of one version', () => {
    expect(() => assertSound([zz, zz], us)).toThrow('zz 2026.1: there are two packs of this version');
  });
});

function holiday(name: string): object {
  return { name, month: 1, day: 1 };
}

function withAsk(change: object): StatesPack {
  return { ...us, localAsks: us.localAsks.map((row) => ({ ...row, ...change })) };
}

function withJustCause(change: object): StatesPack {
  return { ...us, justCause: us.justCause.map((row, index) => (index === 0 ? { ...row, ...change } : row)) };
}

function withMailDays(mailDays: object): RulePack {
  return { ...zz, counting: { ...zz.counting, mailDays } };
}

function withPeriodOf(ground: Ground): (change: object) => RulePack {
  const rule = zz.notices[ground];
  return (change) => ({
    ...zz,
    notices: { ...zz.notices, [ground]: { ...rule, period: { ...rule.period, ...change } } },
  });
}

function withCourtDate(name: CourtDateName): (change: object) => RulePack {
  return (change) => ({ ...zz, courtDates: { ...zz.courtDates, [name]: { ...zz.courtDates[name], ...change } } });
}

/** The faults of a rule that rests on nothing. */
function baseless(path: string): string[] {
  return [
    `${path}.citation: must name a section or a case`,
    `${path}.source: must not be empty`,
    `${path}.checked: must be a calendar day`,
    `${path}.sure: must be sure, read_so, ours, fictional`,
  ];
}
