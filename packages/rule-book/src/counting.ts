import {
  type DayKind,
  holidaysOf,
  isBusinessDay,
  rollToBusinessDay,
  type RulePack,
  serviceMethods,
  takesEffect,
} from '@evict/jurisdictions';
import type { Section } from './book.ts';
import { capitalized, day, lastDayWords, list, methodNames, ordinal, yesOrNo } from './words.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const yearsShown = 5;

const kindWords: Readonly<Record<DayKind, string>> = {
  business: 'A period of business days counts only days on which courts are open.',
  calendar:
    'A period of calendar days counts every day. If it would end on a day on which courts are closed, it runs through the next day on which they are open.',
};

/** How days are counted, and when courts are closed. */
export function countingSection(pack: RulePack): Section {
  const { calendar, counting } = pack;
  const { weekend, observedShift } = calendar;
  const mailed = serviceMethods.filter((method) => counting.mailDays[method] !== undefined);
  const firstYear = Number(pack.version.slice(0, 4));
  const years = Array.from({ length: yearsShown }, (_, index) => firstYear + index);
  return {
    title: 'Counting days',
    rules: [
      {
        title: 'Computation of time',
        words: [
          'The day of service is not counted; nor is the day of any other event from which a period runs.',
          ...mailed.map(
            (method) =>
              `Service by ${methodNames[method]} counts as made on the ${ordinal(counting.mailDays[method] ?? 0)} calendar day after mailing, whether or not courts are open.`,
          ),
          kindWords.business,
          kindWords.calendar,
          'Where two dates apply, the later governs.',
          lastDayWords,
        ],
        basis: counting,
        tables: [
          {
            caption: 'Worked examples of service',
            headers: ['Served or mailed', 'How', 'Service counts as made'],
            rows: (['personal', ...mailed] as const).flatMap((method) =>
              ['2026-08-28', '2026-12-30', '2028-02-26'].map((servedDate) => [
                day(servedDate),
                methodNames[method],
                day(takesEffect(pack, { servedDate, method })),
              ]),
            ),
          },
          {
            caption: 'Worked examples of closed days',
            headers: ['Day', 'Courts are open', 'A calendar period that would end on it ends'],
            rows: ['2026-07-02', '2026-07-03', '2026-07-05', '2027-12-31', '2028-02-29'].map((date) => [
              day(date),
              yesOrNo(isBusinessDay(pack, date)),
              day(rollToBusinessDay(pack, date)),
            ]),
          },
        ],
      },
      {
        title: 'Days on which courts are closed',
        words: [
          `Courts are closed on ${list(weekend.map((weekday) => `${weekdays[weekday]}s`))}, and on the holidays below.`,
          ...Object.entries(observedShift).map(
            ([weekday, shift]) =>
              `A holiday on a ${weekdays[Number(weekday)]} is kept on the day ${shift < 0 ? 'before' : 'after'}, which can be in another year.`,
          ),
        ],
        basis: calendar,
        tables: [
          {
            caption: 'Holidays as kept',
            headers: ['Holiday', ...years.map(String)],
            rows: calendar.holidays.map(({ name }) => [
              capitalized(name),
              ...years.map((year) =>
                holidaysOf(pack, year)
                  .flatMap((one) => (one.name === name ? [day(one.observed)] : []))
                  .join(),
              ),
            ]),
          },
        ],
      },
    ],
  };
}
