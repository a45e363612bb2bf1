import { daysInMonth, isIsoDate } from './calendar.ts';
import {
  type Basis,
  type CaresSetting,
  type Contact,
  type Court,
  type CourtCalendar,
  courtDateNames,
  type DocumentSpec,
  documentTemplates,
  grounds,
  type HolidayRule,
  type NoticeRule,
  type Period,
  type RulePack,
  serviceMethods,
  type StatesPack,
  surenesses,
} from './pack.ts';

/** Every fault of a rule pack, each as `path: fault`; empty for a valid one. */
export function validatePack(pack: RulePack): string[] {
  return [
    ...identityFaults(pack),
    ...check(/^[A-Z]{2}$/.test(pack.stateCode), 'stateCode: must be two capitals'),
    ...check(pack.action.name.trim() !== '', 'action.name: must not be empty'),
    ...basisFaults('action', pack.action),
    ...calendarFaults(pack.calendar),
    ...basisFaults('counting', pack.counting),
    ...Object.entries(pack.counting.mailDays).flatMap(([method, days]) => [
      ...check(isServiceMethod(method), `counting.mailDays.${method}: unknown method`),
      ...check(
        Number.isInteger(days) && days >= 0 && days <= 30,
        `counting.mailDays.${method}: must be 0 to 30 whole days`,
      ),
    ]),
    ...grounds.flatMap((ground) => noticeFaults(`notices.${ground}`, pack.notices[ground])),
    ...courtDateNames.flatMap((name) => periodFaults(`courtDates.${name}`, pack.courtDates[name])),
    ...check(pack.filing.length > 0, 'filing: must not be empty'),
    ...pack.filing.flatMap((document, index) => documentFaults(`filing[${index}]`, document)),
    ...Object.entries(pack.proofs).flatMap(([stage, document]) => documentFaults(`proofs.${stage}`, document)),
    ...courtFaults(pack.court),
    ...contactFaults('counsel', pack.counsel),
    ...contactFaults('server', pack.server),
    ...caresFaults(pack.cares),
  ];
}

/** Every fault of a list of states, in the same form. */
export function validateStatesPack(pack: StatesPack): string[] {
  const codes = pack.states.map(({ code }) => code);
  const isListed = (code: string): boolean => codes.includes(code);
  return [
    ...identityFaults(pack),
    ...repeated(codes).map((code) => `states: ${code} is listed twice`),
    ...pack.states.flatMap(({ code, name, id }, index) => [
      ...check(/^[A-Z]{2}$/.test(code), `states[${index}].code: must be two capitals`),
      ...check(name.trim() !== '', `states[${index}].name: must not be empty`),
      ...check(id === `${pack.id}-${code.toLowerCase()}`, `states[${index}].id: must be ${pack.id}-<code>`),
    ]),
    ...repeated(pack.justCause.map(({ state }) => state)).map((code) => `justCause: ${code} is listed twice`),
    ...pack.justCause.flatMap((row, index) => [
      ...check(isListed(row.state), `justCause[${index}].state: ${row.state} is no listed state`),
      ...basisFaults(`justCause[${index}]`, row),
    ]),
    ...pack.localAsks.flatMap((row, index) => [
      ...check(isListed(row.state), `localAsks[${index}].state: ${row.state} is no listed state`),
      ...check(row.ask.trim() !== '', `localAsks[${index}].ask: must not be empty`),
      ...basisFaults(`localAsks[${index}]`, row),
    ]),
    ...caresFaults(pack.cares),
  ];
}

function identityFaults({ id, version, name, about }: RulePack | StatesPack): string[] {
  return [
    ...check(/^[a-z]{2}$/.test(id), 'id: must be two small letters'),
    ...check(/^\d{4}\.[1-9]\d*$/.test(version), 'version: must be <year>.<number>'),
    ...check(name.trim() !== '', 'name: must not be empty'),
    ...check(about.trim() !== '', 'about: must not be empty'),
  ];
}

function calendarFaults(calendar: CourtCalendar): string[] {
  const { weekend, holidays, observedShift } = calendar;
  return [
    ...check(new Set(weekend).size < 7, 'calendar.weekend: leaves no business day'),
    ...repeated(weekend).map((day) => `calendar.weekend: ${day} is listed twice`),
    ...repeated(holidays.map(({ name }) => name)).map((name) => `calendar.holidays: ${name} is listed twice`),
    ...holidays.flatMap(holidayFaults),
    ...Object.entries(observedShift).flatMap(([day, shift]) => [
      ...check(/^[0-6]$/.test(day), `calendar.observedShift.${day}: no weekday`),
      ...check(Math.abs(shift) === 1, `calendar.observedShift.${day}: must be -1 or 1`),
    ]),
    ...basisFaults('calendar', calendar),
  ];
}

function holidayFaults(rule: HolidayRule, index: number): string[] {
  const path = `calendar.holidays[${index}]`;
  // A leap year, so that 29 February may be a holiday.
  const lastDay = daysInMonth(2024, rule.month);
  if (lastDay === 0) return [`${path}.month: must be 1 to 12`];
  if ('day' in rule) {
    return check(Number.isInteger(rule.day) && rule.day >= 1 && rule.day <= lastDay, `${path}.day: not in the month`);
  }
  return [
    ...check([0, 1, 2, 3, 4, 5, 6].includes(rule.weekday), `${path}.weekday: must be 0 to 6`),
    ...check([1, 2, 3, 4, -1].includes(rule.nth), `${path}.nth: must be 1 to 4, or -1 for the last`),
  ];
}

function noticeFaults(path: string, rule: NoticeRule | undefined): string[] {
  if (!rule) return [`${path}: missing`];
  return [
    ...periodFaults(`${path}.period`, rule.period),
    ...check(['full_amount', 'violation_cured', 'none'].includes(rule.cure), `${path}.cure: unknown`),
    ...check(rule.methods.length > 0, `${path}.methods: must not be empty`),
    ...check(rule.attempts.length > 0, `${path}.attempts: must not be empty`),
    ...rule.methods.flatMap((method) => check(isServiceMethod(method), `${path}.methods: unknown method ${method}`)),
    ...repeated(rule.methods).map((method) => `${path}.methods: ${method} is listed twice`),
    ...repeated(rule.attempts).map((method) => `${path}.attempts: ${method} is listed twice`),
    ...rule.attempts.flatMap((method) =>
      check(rule.methods.includes(method), `${path}.attempts: ${method} is no method of this notice`),
    ),
    ...documentFaults(`${path}.document`, rule.document),
  ];
}

function periodFaults(path: string, period: Period | undefined): string[] {
  if (!period) return [`${path}: missing`];
  return [
    ...check(isDayCount(period.days), `${path}.days: must be 1 to 365 whole days`),
    ...check(['business', 'calendar'].includes(period.dayKind), `${path}.dayKind: must be business or calendar`),
    ...basisFaults(path, period),
  ];
}

function caresFaults(cares: CaresSetting): string[] {
  const { minimumDays, inForceFrom, inForceUntil } = cares;
  return [
    ...check(isDayCount(minimumDays), 'cares.minimumDays: must be 1 to 365 whole days'),
    ...basisFaults('cares', cares),
    ...dateFaults('cares.inForceFrom', inForceFrom),
    ...(inForceUntil === null ? [] : dateFaults('cares.inForceUntil', inForceUntil)),
    ...check(inForceUntil === null || inForceUntil >= inForceFrom, 'cares.inForceUntil: before inForceFrom'),
  ];
}

/** A rule that names no section or case, no source, no day of its check, or not how sure it is. */
function basisFaults(path: string, { citation, source, checked, sure }: Basis): string[] {
  return [
    ...check(/§ ?\d|\w v\. \w/.test(citation ?? ''), `${path}.citation: must name a section or a case`),
    ...check((source ?? '').trim() !== '', `${path}.source: must not be empty`),
    ...dateFaults(`${path}.checked`, checked ?? ''),
    ...check(surenesses.includes(sure), `${path}.sure: must be ${surenesses.join(', ')}`),
  ];
}

function documentFaults(path: string, { id, template, title, filename }: DocumentSpec): string[] {
  return [
    ...check(/^[a-z]{2}(\.[a-z_]+)+\.v[1-9]\d*$/.test(id), `${path}.id: must be <pack>.<document>.v<number>`),
    ...check(Object.hasOwn(documentTemplates, template), `${path}.template: unknown`),
    ...check(title.trim() !== '', `${path}.title: must not be empty`),
    ...check(/^[a-z_-]+\.pdf$/.test(filename), `${path}.filename: must be small letters and end in .pdf`),
  ];
}

function contactFaults(path: string, { name, address, telephone }: Contact): string[] {
  return [
    ...check(name.trim() !== '', `${path}.name: must not be empty`),
    ...check(address.length > 0, `${path}.address: must not be empty`),
    ...check(telephone.trim() !== '', `${path}.telephone: must not be empty`),
  ];
}

function courtFaults(court: Court): string[] {
  const { access, envelopeIds, caseNumbers } = court;
  return [
    ...contactFaults('court', court),
    ...check(access.trim() !== '', 'court.access: must not be empty'),
    ...check(envelopeIds.includes('{number}'), 'court.envelopeIds: must hold {number}'),
    ...check(
      caseNumbers.includes('{number}') && caseNumbers.includes('{year}'),
      'court.caseNumbers: must hold {year} and {number}',
    ),
  ];
}

function dateFaults(path: string, date: string): string[] {
  return check(isIsoDate(date), `${path}: must be a calendar day`);
}

function isDayCount(days: number): boolean {
  return Number.isInteger(days) && days >= 1 && days <= 365;
}

function isServiceMethod(method: string): boolean {
  return (serviceMethods as readonly string[]).includes(method);
}

function repeated<Value>(values: readonly Value[]): Value[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

function check(isSound: boolean, fault: string): string[] {
  return isSound ? [] : [fault];
}
