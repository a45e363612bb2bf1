import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBusinessDay } from './business-days.ts';
import { addDays } from './calendar.ts';
import {
  answerDue,
  appealPeriodEnds,
  caresMinimumDays,
  hearingOn,
  noticeDeadlines,
  type NoticeService,
  priorNoticeExpires,
  writExpires,
} from './deadlines.ts';
import { grounds, serviceMethods } from './pack.ts';
import { zz20261 as zz } from './packs/zz/2026-1.ts';

const served = (service: Partial<NoticeService> & Pick<NoticeService, 'ground' | 'servedDate'>): NoticeService => ({
  method: 'personal',
  caresCovered: false,
  leaseEndDate: null,
  ...service,
});

const anyDate = fc
  .integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2100, 11, 31) })
  .map((ms) => new Date(ms).toISOString().slice(0, 10));

const anyService: fc.Arbitrary<NoticeService> = fc.record({
  ground: fc.constantFrom(...grounds),
  method: fc.constantFrom(...serviceMethods),
  servedDate: anyDate,
  caresCovered: fc.boolean(),
  leaseEndDate: fc.option(anyDate),
});

describe('the end of a notice period', () => {
  it('nonpayment served Thursday 2026-07-02 is Friday 2026-07-10: July 3 is the observed holiday', () => {
    expect(noticeDeadlines(zz, served({ ground: 'nonpayment', servedDate: '2026-07-02' }))).toEqual({
      deadlines: [{ name: 'notice_expires', date: '2026-07-10', citation: 'ZZ Stat. § 12-201' }],
      expires: '2026-07-10',
    });
  });

  it('nonpayment of a covered dwelling served 2026-07-02 is Monday 2026-08-03, the later of both dates', () => {
    const service = served({ ground: 'nonpayment', servedDate: '2026-07-02', caresCovered: true });
    expect(noticeDeadlines(zz, service)).toEqual({
      deadlines: [
        { name: 'notice_expires', date: '2026-07-10', citation: 'ZZ Stat. § 12-201' },
        { name: 'cares_notice_expires', date: '2026-08-03', citation: '15 U.S.C. § 9058(c)' },
      ],
      expires: '2026-08-03',
    });
  });

  it('violation mailed Friday 2026-08-28 is Thursday 2026-09-10: mail counts on the third day after', () => {
    const service = served({ ground: 'lease_violation', method: 'certified_mail', servedDate: '2026-08-28' });
    expect(noticeDeadlines(zz, service)).toEqual({
      deadlines: [{ name: 'notice_expires', date: '2026-09-10', citation: 'ZZ Stat. § 12-202' }],
      expires: '2026-09-10',
    });
  });

  it('holdover served Friday 2026-06-05 is Monday 2026-07-06: a Sunday rolls over', () => {
    expect(noticeDeadlines(zz, served({ ground: 'holdover', servedDate: '2026-06-05' }))).toEqual({
      deadlines: [{ name: 'notice_expires', date: '2026-07-06', citation: 'ZZ Stat. § 12-203' }],
      expires: '2026-07-06',
    });
  });

  it('of a holdover is never before the lease ends', () => {
    const service = served({ ground: 'holdover', servedDate: '2026-06-05' });
    expect(noticeDeadlines(zz, { ...service, leaseEndDate: '2026-07-31' }).expires).toBe('2026-07-31');
    expect(noticeDeadlines(zz, { ...service, leaseEndDate: '2026-08-01' }).expires).toBe('2026-08-03');
    expect(noticeDeadlines(zz, { ...service, leaseEndDate: '2026-06-30' }).expires).toBe('2026-07-06');
  });

  it('of the other grounds does not wait for the lease to end', () => {
    const service = served({ ground: 'nonpayment', servedDate: '2026-07-02', leaseEndDate: '2027-01-31' });
    expect(noticeDeadlines(zz, service).expires).toBe('2026-07-10');
  });

  it('falls on a business day, whatever was served when and how', () => {
    fc.assert(
      fc.property(anyService, (service) => {
        const { deadlines, expires } = noticeDeadlines(zz, service);
        for (const { date } of deadlines) {
          expect(isBusinessDay(zz, date)).toBe(true);
          expect(date > service.servedDate).toBe(true);
          expect(date <= expires).toBe(true);
        }
        expect(deadlines.map(({ date }) => date)).toContain(expires);
      }),
    );
  });

  it('leaves a covered tenant thirty whole days', () => {
    fc.assert(
      fc.property(anyService, (service) => {
        const { expires } = noticeDeadlines(zz, { ...service, caresCovered: true });
        const isInForce = service.servedDate >= zz.cares.inForceFrom;
        expect(expires >= addDays(service.servedDate, isInForce ? 30 : 1)).toBe(true);
      }),
    );
  });

  it('never comes earlier for a notice that is served later', () => {
    fc.assert(
      fc.property(anyService, fc.integer({ min: 0, max: 60 }), (service, days) => {
        // Covered or not may itself change with the day, so that both days are on one side of the law's beginning.
        fc.pre(!service.caresCovered || service.servedDate >= zz.cares.inForceFrom);
        const afterwards = { ...service, servedDate: addDays(service.servedDate, days) };
        expect(noticeDeadlines(zz, afterwards).expires >= noticeDeadlines(zz, service).expires).toBe(true);
      }),
    );
  });
});

describe('the end of a notice served before the case', () => {
  it('is what the pack demands, when the notice gave no more', () => {
    const service = served({ ground: 'nonpayment', servedDate: '2026-07-02' });
    expect(priorNoticeExpires(zz, { ...service, periodDays: 5 })).toBe('2026-07-10');
    expect(priorNoticeExpires(zz, { ...service, periodDays: 1 })).toBe('2026-07-10');
  });

  it('is what the notice gave, when that is longer, rolled to a business day', () => {
    const service = served({ ground: 'nonpayment', servedDate: '2026-07-02' });
    expect(priorNoticeExpires(zz, { ...service, periodDays: 30 })).toBe('2026-08-03');
    expect(priorNoticeExpires(zz, { ...service, periodDays: 14 })).toBe('2026-07-16');
  });

  it('counts the days in the mail', () => {
    const service = served({ ground: 'lease_violation', method: 'certified_mail', servedDate: '2026-08-28' });
    expect(priorNoticeExpires(zz, { ...service, periodDays: 10 })).toBe('2026-09-10');
    expect(priorNoticeExpires(zz, { ...service, periodDays: 14 })).toBe('2026-09-14');
  });
});

describe('the federal minimum', () => {
  it('holds from the day the law was signed, while no end is known', () => {
    expect(caresMinimumDays(zz, '2020-03-26')).toBeNull();
    expect(caresMinimumDays(zz, '2020-03-27')).toBe(30);
    expect(caresMinimumDays(zz, '2200-12-31')).toBe(30);
  });

  it('ends with its last day in a pack that names one', () => {
    const repealed = { ...zz, cares: { ...zz.cares, inForceUntil: '2027-06-30' } };
    expect(caresMinimumDays(repealed, '2027-06-30')).toBe(30);
    expect(caresMinimumDays(repealed, '2027-07-01')).toBeNull();
    const service = served({ ground: 'nonpayment', servedDate: '2027-07-01', caresCovered: true });
    expect(noticeDeadlines(repealed, service).deadlines.map(({ name }) => name)).toEqual(['notice_expires']);
  });
});

describe('dates at court', () => {
  it('an answer is due five business days after the summons', () => {
    expect(answerDue(zz, { servedDate: '2026-07-02', method: 'personal' })).toEqual({
      name: 'answer_due',
      date: '2026-07-10',
      citation: 'ZZ Stat. § 12-305',
    });
  });

  it('an answer to a summons by certified mail is due as if it had been served three days later', () => {
    const byMail = answerDue(zz, { servedDate: '2026-06-29', method: 'certified_mail' });
    expect(byMail.date).toBe('2026-07-10');
  });

  it('the hearing is fourteen days after the summons, on a business day', () => {
    expect(hearingOn(zz, '2026-07-02')).toEqual({ name: 'hearing', date: '2026-07-16', citation: 'ZZ Stat. § 12-306' });
    expect(hearingOn(zz, '2026-11-12').date).toBe('2026-11-27');
    expect(hearingOn(zz, '2026-06-20').date).toBe('2026-07-06');
  });

  it('an appeal is possible for five business days after judgment', () => {
    expect(appealPeriodEnds(zz, '2026-12-24')).toEqual({
      name: 'appeal_period_ends',
      date: '2027-01-04',
      citation: 'ZZ Stat. § 12-310',
    });
  });

  it('a writ lasts sixty days, to the next business day', () => {
    expect(writExpires(zz, '2026-07-02')).toEqual({
      name: 'writ_expires',
      date: '2026-08-31',
      citation: 'ZZ Stat. § 12-312',
    });
    expect(writExpires(zz, '2026-07-09').date).toBe('2026-09-08');
  });

  it('fall on business days and increase with the first day', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const answer: typeof hearingOn = (pack, servedDate) => answerDue(pack, { servedDate, method: 'personal' });
        for (const due of [answer, hearingOn, appealPeriodEnds, writExpires]) {
          expect(isBusinessDay(zz, due(zz, date).date)).toBe(true);
          expect(due(zz, addDays(date, 1)).date >= due(zz, date).date).toBe(true);
        }
      }),
    );
  });
});
