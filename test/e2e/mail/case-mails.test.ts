import { createNote } from '@evict/store/notes';
import { newId } from '@evict/store/ids';
import { openTestStore, type TestStore } from '@evict/store/testing';
import { cloneDatabase } from '@evict/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pastTriggers } from '../support/past-triggers.ts';
import {
  addAttorney,
  commands,
  inReview,
  type MailedCase,
  operators,
  startCase,
  toCourt,
  toNoticePeriod,
} from '../support/mailed-case.ts';

// These tests show which decisions send which emails. Their delivery is tested in case-mail-delivery.test.ts.

let store: TestStore;
beforeAll(async () => {
  store = openTestStore(await cloneDatabase());
});
afterAll(() => store.close());

describe('around the engagement of an attorney', () => {
  test('once an attorney is engaged, every member of the organization who can sign in is emailed, and so is the attorney', async () => {
    const mailed = await startCase(store);
    const attorney = await addAttorney(store);
    expect(await mailed.take(commands.submit())).toEqual([]);
    expect(await mailed.take(commands.engage(attorney.id))).toEqual([
      ...mailed.told('attorney_engaged'),
      `case_assigned ${attorney.email}`,
    ]);
    expect(await mailed.summarize()).toEqual([]);
  });

  test('the operators are emailed after the first and the last failed attempt to find an attorney', async () => {
    const { take } = await startCase(store);
    await take(commands.submit());
    const failure = commands.fail('engage_attorney', 'NobodyEligible');
    expect(await take(failure)).toEqual([`attorney_missing ${operators}`]);
    for (const _try of [2, 3, 4]) expect(await take(failure)).toEqual([]);
    expect(await take(failure)).toEqual([`attorney_missing ${operators}`]);
  });

  test('the customer and the operators are emailed when the attorney declines, and the customer and the new attorney are emailed when another one is assigned', async () => {
    const [first, second] = [await addAttorney(store), await addAttorney(store)];
    const { take, record, told } = await inReview(store, first.id);
    expect(await take(commands.review(record(), 'reject'))).toEqual([
      `attorney_declined ${operators}`,
      ...told('case_on_hold'),
    ]);
    expect(await take(commands.assign(second.id))).toEqual([
      ...told('attorney_engaged'),
      `case_assigned ${second.email}`,
    ]);
    expect(await take(commands.operate('resume'))).toEqual([]);
  });
});

describe('in review', () => {
  test('a request for changes is emailed to the customer, and after the next submit a review request is emailed to the attorney', async () => {
    const attorney = await addAttorney(store);
    const { take, change, summarize, record, told } = await inReview(store, attorney.id);
    expect(await take(commands.review(record(), 'request_changes'))).toEqual(told('changes_requested'));
    await change();
    expect(await take(commands.submit(2))).toEqual([`review_requested ${attorney.email}`]);
    expect(await summarize()).toEqual([]);
  });

  test('the attorney is emailed when new evidence changes the summary under review, but not when it arrives after the approval', async () => {
    const attorney = await addAttorney(store);
    const { take, change, summarize, record } = await inReview(store, attorney.id);
    await change();
    expect(await summarize()).toEqual([`review_requested ${attorney.email}`]);
    await take(commands.review(record(), 'approve'));
    await change();
    expect(await summarize()).toEqual([]);
  });
});

describe('from the notice period to the end of the case', () => {
  test('the customer is emailed when the notice period is over, and the attorney gets a review request', async () => {
    const attorney = await addAttorney(store);
    const mailed = await inReview(store, attorney.id);
    await toNoticePeriod(mailed);
    mailed.pass(5);
    expect(await mailed.take(commands.operate('expire_notice'))).toEqual([
      ...mailed.told('notice_period_over'),
      `review_requested ${attorney.email}`,
    ]);
    expect(await mailed.summarize()).toEqual([]);
  });

  test('the customer is emailed about each hearing, the judgment and the end of the case, but not about the request for a writ', async () => {
    const mailed = await inCourt();
    const { take, record, told } = mailed;
    expect(await take(commands.hearing(record(), '2027-03-01'))).toEqual(told('hearing_scheduled'));
    expect(await take(commands.hearing(record(), '2027-03-15'))).toEqual(told('hearing_scheduled'));
    const judgment = commands.outcome(record(), { type: 'judgment', outcome: 'plaintiff' });
    expect(await take(judgment)).toEqual(told('judgment_entered'));
    expect(await take(commands.outcome(record(), { type: 'writ_requested' }))).toEqual([]);
    expect(await take(commands.outcome(record(), { type: 'closed' }))).toEqual(told('case_over'));
  });

  test('a reported cure is emailed to the attorney, and the end of the case is emailed to the customer', async () => {
    const attorney = await addAttorney(store);
    const mailed = await inReview(store, attorney.id);
    await toNoticePeriod(mailed);
    expect(await mailed.take(commands.customer('report_cure'))).toEqual([`cure_reported ${attorney.email}`]);
    expect(await mailed.take(commands.operate('cure'))).toEqual(mailed.told('case_over'));
  });
});

test("a fact reported by the customer is emailed to the attorney, and one reported by the attorney isn't emailed", async () => {
  const attorney = await addAttorney(store);
  const mailed = await inReview(store, attorney.id);
  const date = '2026-07-06';
  for (const fact of ['payment', 'moved_out'] as const) {
    expect(await mailed.take({ kind: 'report_fact', fact, date })).toEqual([`fact_reported ${attorney.email}`]);
    const own = { attorneyId: attorney.id, eligible: true, kind: 'record_fact', fact, date } as const;
    expect(await mailed.take(own)).toEqual([]);
  }
});

describe('a withdrawal', () => {
  test('before an attorney is engaged sends no email', async () => {
    const { take } = await startCase(store);
    await take(commands.submit());
    expect(await take(commands.customer('withdraw'))).toEqual([]);
  });

  test("is emailed to the attorney, and the attorney's confirmation is emailed only to the customer", async () => {
    const attorney = await addAttorney(store);
    const { take, record, told } = await inReview(store, attorney.id);
    expect(await take(commands.customer('withdraw'))).toEqual([
      ...told('case_on_hold'),
      `withdrawal_requested ${attorney.email}`,
    ]);
    expect(await take(commands.outcome(record(), { type: 'closed' }))).toEqual(told('case_over'));
  });

  test('that operators confirm for the attorney is emailed to the customer and the attorney', async () => {
    const attorney = await addAttorney(store);
    const { take, told } = await inReview(store, attorney.id);
    await take(commands.customer('withdraw'));
    expect(await take(commands.operate('confirm_withdrawal'))).toEqual([
      ...told('case_over'),
      `case_withdrawn ${attorney.email}`,
    ]);
  });

  test('of a draft that the attorney returned is emailed to the attorney, and the resulting hold is emailed to the customer', async () => {
    const attorney = await addAttorney(store);
    const { take, record, told } = await inReview(store, attorney.id);
    await take(commands.review(record(), 'request_changes'));
    expect(await take(commands.customer('withdraw'))).toEqual([
      ...told('case_on_hold'),
      `withdrawal_requested ${attorney.email}`,
    ]);
  });
});

test("a hold by operators is emailed to the customer, but its end isn't", async () => {
  const attorney = await addAttorney(store);
  const { take, told } = await inReview(store, attorney.id);
  expect(await take(commands.operate('hold'))).toEqual(told('case_on_hold'));
  expect(await take(commands.operate('resume'))).toEqual([]);
});

test('a failed step is emailed to the operators when its retries are used up', async () => {
  const { take } = await inReview(store, (await addAttorney(store)).id);
  const failure = commands.fail('render_documents');
  for (const _try of [1, 2, 3, 4]) expect(await take(failure)).toEqual([]);
  expect(await take(failure)).toEqual([`step_failed ${operators}`]);
});

test('a sandbox case sends no email', async () => {
  const { take, caseId } = await startCase(store, { mode: 'test' });
  expect(await take(commands.submit())).toEqual([]);
  expect(await take(commands.customer('report_cure'))).toEqual([]);
  await createNote(store, { caseId, writtenBy: 'platform', body: 'x' });
  expect(await store.prisma.mail.count({ where: { payload: { path: ['caseId'], equals: caseId } } })).toBe(0);
});

test("a decision that isn't recorded sends no email", async () => {
  const { take, caseId } = await startCase(store);
  await take(commands.submit());
  // The case's row can't reference this attorney, so the whole statement is rolled back.
  await expect(take(commands.engage('usr_nobody'))).rejects.toThrow(/foreign key/);
  expect(await store.prisma.mail.count({ where: { payload: { path: ['caseId'], equals: caseId } } })).toBe(0);
});

test('the stored payload of an unsent email contains only ids and codes', async () => {
  const mails = await store.prisma.mail.findMany();
  expect(mails.length).toBeGreaterThan(40);
  for (const { payload } of mails) {
    for (const [name, value] of Object.entries(payload as object)) {
      expect([name, value]).toEqual([
        expect.stringMatching(/^(caseId|attorneyId|by|reason|step|fact)$/),
        expect.stringMatching(/^((case|usr)_[0-9a-f-]{36}|[a-z_]+)$/),
      ]);
    }
  }
});

describe('a message on a case', () => {
  const customerNote = { writtenBy: 'customer', body: 'When?', operatorsAddress: operators } as const;

  async function tell(note: Parameters<typeof createNote>[1], id?: string): Promise<string[]> {
    const about = { path: ['caseId'], equals: note.caseId };
    const before = await store.prisma.mail.findMany({ where: { payload: about }, select: { id: true } });
    await createNote(store, note, id);
    const others = { notIn: before.map((mail) => mail.id) };
    const mails = await store.prisma.mail.findMany({ where: { payload: about, id: others } });
    return mails.map(({ kind, recipient }) => `${kind} ${recipient}`).sort();
  }

  test('from the customer is announced by email to the attorney, or to the operators while no attorney is engaged', async () => {
    const attorney = await addAttorney(store);
    const { scope, caseId, take } = await startCase(store);
    await take(commands.submit());
    expect(await tell({ ...customerNote, scope, caseId })).toEqual([`unattended_note ${operators}`]);
    await take(commands.engage(attorney.id));
    expect(await tell({ ...customerNote, scope, caseId })).toEqual([`customer_note ${attorney.email}`]);
  });

  test('from the service is announced by email to the customer', async () => {
    const { caseId, told } = await startCase(store);
    expect(await tell({ caseId, writtenBy: 'platform', body: 'On Monday.' })).toEqual(told('service_note'));
  });

  test('is announced by email once, however often it is sent', async () => {
    const { scope, caseId } = await startCase(store);
    const id = newId('note');
    expect(await tell({ ...customerNote, scope, caseId }, id)).toHaveLength(1);
    expect(await tell({ ...customerNote, scope, caseId }, id)).toEqual([]);
  });

  test('is neither stored nor announced if the case was erased', async () => {
    const { scope, caseId } = await startCase(store);
    await pastTriggers(store, 'UPDATE "Case" SET "erasedAt" = now() WHERE id = $1', [caseId]);
    const before = await store.prisma.mail.count();
    expect(await createNote(store, { ...customerNote, scope, caseId })).toBeNull();
    expect(await store.prisma.mail.count()).toBe(before);
  });
});

async function inCourt(): Promise<MailedCase> {
  const mailed = await inReview(store, (await addAttorney(store)).id);
  await toNoticePeriod(mailed);
  await toCourt(mailed);
  return mailed;
}
