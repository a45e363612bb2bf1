import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addBusinessDays, isBusinessDay, nextBusinessDay, rollToBusinessDay } from './business-days.ts';
import { addDays, weekday } from './calendar.ts';
import {
  answerDue,
  appealPeriodEnds,
  hearingOn,
  noticeDeadlines,
  priorNoticeExpires,
  takesEffect,
  writExpires,
} from './deadlines.ts';
import { grounds, serviceMethods } from './pack.ts';
import { zz20261 as zz } from './packs/zz/2026-1.ts';
import * as second from '../test/second-count.ts';

// These tests compare the rules with a second implementation that shares no code with them.

/** A set of dates, of which each rule uses what it needs. */
interface Dates extends second.SecondService {
  method: (typeof serviceMethods)[number];
  periodDays: number;
}

const firstDay = Date.UTC(1900, 0, 1) / 86_400_000;
const lastDay = Date.UTC(2200, 11, 31) / 86_400_000;
const dateAt = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);
/** Days around holidays, year ends, leap days, the first day of the CARES Act, and both ends of the date range. */
const edges = ['01-01', '02-28', '03-01', '03-27', '06-19', '07-04', '11-11', '12-25', '12-31'].flatMap((day) =>
  [1900, 1999, 2000, 2020, 2024, 2026, 2027, 2028, 2100, 2199, 2200].map(
    (year) => Date.parse(`${year}-${day}`) / 86_400_000,
  ),
);

const anyDay = fc.oneof(
  fc.integer({ min: firstDay, max: lastDay }),
  fc
    .tuple(fc.constantFrom(...edges), fc.integer({ min: -40, max: 8 }))
    .map(([edge, distance]) => Math.min(lastDay, Math.max(firstDay, edge + distance))),
);
const anyDates: fc.Arbitrary<Dates> = fc
  .record({
    ground: fc.constantFrom(...grounds),
    method: fc.constantFrom(...serviceMethods),
    servedDay: anyDay,
    caresCovered: fc.boolean(),
    leaseEnd: fc.option(
      fc.oneof(
        anyDay,
        fc.integer({ min: -60, max: 120 }).map((distance) => ({ distance })),
      ),
    ),
    periodDays: fc.integer({ min: 1, max: 365 }),
  })
  .map(({ servedDay, leaseEnd, ...rest }) => ({
    ...rest,
    servedDate: dateAt(servedDay),
    leaseEndDate:
      leaseEnd === null ? null : dateAt(typeof leaseEnd === 'number' ? leaseEnd : servedDay + leaseEnd.distance),
  }));

/** The deadlines for these dates according to the code. */
function byTheCode({ periodDays, ...service }: Dates) {
  const { servedDate: date, method } = service;
  const { deadlines, expires } = noticeDeadlines(zz, service);
  const dateOf = (wanted: string) => deadlines.find(({ name }) => name === wanted)?.date ?? null;
  return {
    notice: { notice_expires: dateOf('notice_expires'), cares_notice_expires: dateOf('cares_notice_expires'), expires },
    prior: priorNoticeExpires(zz, { ...service, periodDays }),
    made: takesEffect(zz, service),
    answer: answerDue(zz, service).date,
    hearing: hearingOn(zz, date).date,
    appeal: appealPeriodEnds(zz, date).date,
    writ: writExpires(zz, date).date,
    isClosed: !isBusinessDay(zz, date),
    next: nextBusinessDay(zz, date),
    rolled: rollToBusinessDay(zz, date),
    stepped: addBusinessDays(zz, date, periodDays % 12),
    tomorrow: addDays(date, 1),
    weekday: weekday(date),
    method,
  };
}

/** The deadlines for these dates according to the words of the law. */
function byTheWords({ periodDays, ...service }: Dates): ReturnType<typeof byTheCode> {
  const { servedDate: date, method } = service;
  const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
  return {
    notice: second.secondNotice(service),
    prior: second.secondPriorNotice(service, periodDays),
    made: second.secondTakesEffect(date, method),
    answer: second.secondAnswer(date, method),
    hearing: second.secondHearing(date),
    appeal: second.secondAppeal(date),
    writ: second.secondWrit(date),
    isClosed: second.secondIsClosed(date),
    next: second.secondNextOpen(date),
    rolled: second.secondRoll(date),
    stepped: second.secondOpenDaysAfter(date, periodDays % 12),
    tomorrow: second.secondTomorrow(date),
    weekday: names.indexOf(second.secondWeekday(date)) as ReturnType<typeof weekday>,
    method,
  };
}

describe('the rules of ZZ and their second implementation', () => {
  test('agree on all dates', () => {
    fc.assert(
      fc.property(anyDates, (one) => {
        expect(byTheCode(one)).toEqual(byTheWords(one));
      }),
      { numRuns: 3000 },
    );
  });

  test('agree on every closed day of the years 1900 to 2200', () => {
    const wrong: string[] = [];
    for (let day = firstDay; day <= lastDay; day += 1) {
      if (isBusinessDay(zz, dateAt(day)) === second.secondIsClosed(dateAt(day))) wrong.push(dateAt(day));
    }
    expect(wrong).toEqual([]);
  });
});
