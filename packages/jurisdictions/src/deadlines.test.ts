import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from './calendar.ts';
import { answerDue, caresMinimumDays, hearingOn, noticeDeadlines, type NoticeService } from './deadlines.ts';
import { grounds, serviceMethods } from './pack.ts';
import { zz20261 as zz } from './packs/zz/2026-1.ts';

// second-count.test.ts compares every count with a second implementation. The examples here come from the
// specification.

const served = (service: Partial<NoticeService> & Pick<NoticeService, 'ground' | 'servedDate'>): NoticeService => ({
  method: 'personal',
  caresCovered: false,
  leaseEndDate: null,
  ...service,
});

const anyDate = fc
  .integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2100, 11, 31) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10));

describe('the end of a notice period', () => {
  it.each([
    [
      'skips July 3, the observed holiday',
      served({ ground: 'nonpayment', servedDate: '2026-07-02' }),
      '2026-07-10',
      '§ 12-201',
    ],
    [
      'is counted from the third day after mailing',
      served({ ground: 'lease_violation', method: 'certified_mail', servedDate: '2026-08-28' }),
      '2026-09-10',
      '§ 12-202',
    ],
    ['rolls over from a Sunday', served({ ground: 'holdover', servedDate: '2026-06-05' }), '2026-07-06', '§ 12-203'],
    [
      'is the end of the lease if that is later',
      served({ ground: 'holdover', servedDate: '2026-06-05', leaseEndDate: '2026-07-31' }),
      '2026-07-31',
      '§ 12-203',
    ],
  ])('%s', (_why, service, date, section) => {
    const deadlines = [{ name: 'notice_expires', date, citation: `ZZ Stat. ${section}` }];
    expect(noticeDeadlines(zz, service)).toEqual({ deadlines, expires: date });
  });

  it('is the later of the state and the federal date for a covered dwelling', () => {
    const service = served({ ground: 'nonpayment', servedDate: '2026-07-02', caresCovered: true });
    expect(noticeDeadlines(zz, service)).toEqual({
      deadlines: [
        { name: 'notice_expires', date: '2026-07-10', citation: 'ZZ Stat. § 12-201' },
        { name: 'cares_notice_expires', date: '2026-08-03', citation: '15 U.S.C. § 9058(c)' },
      ],
      expires: '2026-08-03',
    });
  });

  it('is never earlier for a notice that is served later', () => {
    const anyService: fc.Arbitrary<NoticeService> = fc.record({
      ground: fc.constantFrom(...grounds),
      method: fc.constantFrom(...serviceMethods),
      servedDate: anyDate,
      caresCovered: fc.boolean(),
      leaseEndDate: fc.option(anyDate),
    });
    fc.assert(
      fc.property(anyService, fc.integer({ min: 0, max: 60 }), (service, days) => {
        // Whether the dwelling is covered may itself depend on the day, so both days have to be after the law took
        // effect.
        fc.pre(!service.caresCovered || service.servedDate >= zz.cares.inForceFrom);
        const afterwards = { ...service, servedDate: addDays(service.servedDate, days) };
        expect(noticeDeadlines(zz, afterwards).expires >= noticeDeadlines(zz, service).expires).toBe(true);
      }),
    );
  });
});

describe('the federal minimum', () => {
  it('applies from the day on which the law was signed, and has no end if the rule pack gives no last day', () => {
    expect(caresMinimumDays(zz, '2020-03-26')).toBeNull();
    expect(caresMinimumDays(zz, '2020-03-27')).toBe(30);
    expect(caresMinimumDays(zz, '2200-12-31')).toBe(30);
  });

  it('no longer applies after the last day that a rule pack gives for it', () => {
    const repealed = { ...zz, cares: { ...zz.cares, inForceUntil: '2027-06-30' } };
    expect(caresMinimumDays(repealed, '2027-06-30')).toBe(30);
    expect(caresMinimumDays(repealed, '2027-07-01')).toBeNull();
    const service = served({ ground: 'nonpayment', servedDate: '2027-07-01', caresCovered: true });
    expect(noticeDeadlines(repealed, service).deadlines.map(({ name }) => name)).toEqual(['notice_expires']);
  });
});

it('the answer deadline and the hearing date each cite the law that sets them', () => {
  expect([answerDue(zz, { servedDate: '2026-07-02', method: 'personal' }), hearingOn(zz, '2026-07-02')]).toEqual([
    { name: 'answer_due', date: '2026-07-10', citation: 'ZZ Stat. § 12-305' },
    { name: 'hearing', date: '2026-07-16', citation: 'ZZ Stat. § 12-306' },
  ]);
});
