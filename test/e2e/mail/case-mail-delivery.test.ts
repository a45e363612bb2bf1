import { createNote } from '@evict/store/notes';
import { findFailedCaseMail, recordMailFailureOutOfBand } from '@evict/store/mails';
import { startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { marylandAddress } from '../support/live.ts';
import { pastTriggers } from '../support/past-triggers.ts';
import {
  addAttorney,
  commands,
  inReview,
  type MailedCase,
  mailsSettled,
  operators,
  startCase,
  startMails,
  toCourt,
  toNoticePeriod,
} from '../support/mailed-case.ts';

// case-mails.test.ts shows which decisions send which emails.

let stack: TestStack;
let mailbox: NonNullable<TestStack['delivery']>['mailbox'];
beforeAll(async () => {
  stack = await startStack({ mail: { retryDelaysMs: [100, 200, 400, 3000] } });
  mailbox = stack.delivery?.mailbox ?? expect.unreachable();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.store.prisma.mail.deleteMany();
});

describe('an email about a case', () => {
  test('is sent to each member of the organization separately, with a link to the case', async () => {
    const { owner, member, caseId } = await inReview(stack.store, (await addAttorney(stack.store)).id);
    await startMails(stack);
    for (const recipient of [owner, member]) {
      const [mail, ...others] = await mailbox.waitForMails(recipient);
      expect(others).toEqual([]);
      expect(mail?.to).toHaveLength(1);
      expect(mail?.subject).toBe(`An attorney is engaged (${marylandAddress})`);
      expect(mail?.text).toContain(`https://www.example.com/cases/${caseId}`);
      expect(mail?.html).toContain(`<a href="https://www.example.com/cases/${caseId}">`);
    }
  });
});

describe('an email that is sent late', () => {
  test('gives the current hearing date, even if the hearing was rescheduled after the email was queued', async () => {
    const mailed = await inCourt();
    await beforeAnyIsSent(async () => {
      await mailed.take(commands.hearing(mailed.record(), '2027-03-01'));
      await mailed.take(commands.hearing(mailed.record(), '2027-03-15'));
    });
    await startMails(stack);
    await mailsSettled(stack);
    const told = (await mailbox.mailsTo(mailed.owner)).filter(({ subject }) => subject.startsWith('Hearing'));
    expect(told.map(({ subject }) => subject)).toEqual(Array(2).fill(`Hearing on 2027-03-15 (${marylandAddress})`));
    expect(told.some(({ text, html }) => `${text}${html}`.includes('2027-03-01'))).toBe(false);
  });

  test('gives the current reason for a hold, even if the reason changed after the email was queued', async () => {
    const mailed = await inReview(stack.store, (await addAttorney(stack.store)).id);
    await beforeAnyIsSent(async () => {
      await mailed.take(commands.operate('hold'));
      await mailed.take(commands.customer('withdraw'));
    });
    await startMails(stack);
    await mailsSettled(stack);
    const hold = (await mailbox.mailsTo(mailed.owner)).find(({ subject }) => /on hold/.test(subject));
    expect(hold?.text).toContain('A withdrawal was requested.');
  });

  test.each([
    ['the case was erased', 'attorney_engaged', 'An attorney is engaged', erase],
    ['the case was reassigned', 'case_assigned', 'A case was assigned to you', reassign],
    ['the case was resumed', 'case_on_hold', 'The case is on hold', holdAndResume],
    ['the requested changes were made', 'changes_requested', 'Your attorney has requested changes', changeAndSubmit],
    ['an attorney was found', 'attorney_missing', 'No attorney for a case', findAttorneyLate],
  ])('is dropped if %s meanwhile', async (_what, kind, subject, happen) => {
    await beforeAnyIsSent(happen);
    const { id } = await stack.store.prisma.mail.findFirstOrThrow({ where: { kind }, orderBy: { createdAt: 'asc' } });
    await startMails(stack);
    const row = { sentAt: null, failure: 'dropped', payload: {}, attempts: 1 };
    const rowOf = () => stack.store.prisma.mail.findUniqueOrThrow({ where: { id } });
    await expect.poll(rowOf).toMatchObject(row);
    await mailsSettled(stack);
    expect(subjects(await mailbox.mailsTo((await rowOf()).recipient))).not.toContain(subject);
  });
});

test('emails that are queued while the mail server is down arrive once each when the server is back', async () => {
  const attorney = await addAttorney(stack.store);
  await mailbox.stop();
  const { scope, caseId, owner, member, take } = await inReview(stack.store, attorney.id);
  await take(commands.customer('withdraw'));
  await createNote(stack.store, { scope, caseId, writtenBy: 'customer', body: 'Why?', operatorsAddress: operators });
  await createNote(stack.store, { caseId, writtenBy: 'attorney', attorneyId: attorney.id, body: 'Because.' });
  await startMails(stack);
  const failed = { failure: 'unreachable', sentAt: null, attempts: { gte: 2 } };
  const mails = await stack.store.prisma.mail.count();
  await expect.poll(() => stack.store.prisma.mail.count({ where: failed })).toBe(mails);
  await mailbox.start();
  await mailsSettled(stack);
  const toCustomer = ['An attorney is engaged', 'New message about your case', 'The case is on hold'];
  const toAttorney = ['A case was assigned to you', 'A withdrawal was requested', 'New message from the customer'];
  for (const recipient of [owner, member]) expect(subjects(await mailbox.mailsTo(recipient))).toEqual(toCustomer);
  expect(subjects(await mailbox.mailsTo(attorney.email))).toEqual(toAttorney);
});

test('an email that the server refuses is retried on schedule and then recorded as failed, without delaying others', async () => {
  // The address is one character too long for SMTP, so the server responds with 501.
  const attorney = await addAttorney(stack.store, { email: `${'a'.repeat(242)}@example.com` });
  const { owner, caseId } = await inReview(stack.store, attorney.id);
  await startMails(stack);
  await mailbox.waitForMails(owner);
  const refused = () => stack.store.prisma.mail.findFirstOrThrow({ where: { recipient: attorney.email } });
  const { id } = await refused();
  const givenUp = { attempts: 5, failure: 'refused_address', sentAt: null, givenUpAt: expect.any(Date) };
  await expect.poll(refused).toMatchObject(givenUp);
  // This case has no workflow, so the failure is recorded directly, once.
  const failed = (await findFailedCaseMail(stack.store, id)) ?? expect.unreachable();
  await Promise.all(Array.from({ length: 3 }, () => recordMailFailureOutOfBand(stack.store, failed)));
  const events = await stack.store.prisma.caseEvent.findMany({ where: { caseId, action: 'job_failed' } });
  expect(events).toMatchObject([{ sequence: null, internal: true, actorType: 'platform', detail }]);
});

const detail = { step: 'send_mail', attempt: 5, errorClass: 'refused_address' };

/** Runs the function while new emails aren't due yet, and makes them due afterwards. */
async function beforeAnyIsSent(happen: () => Promise<void>): Promise<void> {
  const { pool } = stack.store;
  await pool.query(`CREATE OR REPLACE FUNCTION later() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN NEW."dueAt" := now() + interval '1 hour'; RETURN NEW; END $$`);
  await pool.query(`CREATE TRIGGER later BEFORE INSERT ON "Mail" FOR EACH ROW EXECUTE FUNCTION later()`);
  await happen();
  await pool.query(`DROP TRIGGER later ON "Mail"`);
  await pool.query(`UPDATE "Mail" SET "dueAt" = now() WHERE "dueAt" > now() + interval '30 minutes'`);
}

async function inCourt(): Promise<MailedCase> {
  const mailed = await inReview(stack.store, (await addAttorney(stack.store)).id);
  await toNoticePeriod(mailed);
  await toCourt(mailed);
  return mailed;
}

async function erase(): Promise<void> {
  const { caseId } = await inReview(stack.store, (await addAttorney(stack.store)).id);
  await pastTriggers(stack.store, 'UPDATE "Case" SET "erasedAt" = now() WHERE id = $1', [caseId]);
}

async function reassign(): Promise<void> {
  const { take } = await inReview(stack.store, (await addAttorney(stack.store)).id);
  await take(commands.assign((await addAttorney(stack.store)).id));
}

async function holdAndResume(): Promise<void> {
  const { take } = await inReview(stack.store, (await addAttorney(stack.store)).id);
  await take(commands.operate('hold'));
  await take(commands.operate('resume'));
}

async function changeAndSubmit(): Promise<void> {
  const { take, change, record } = await inReview(stack.store, (await addAttorney(stack.store)).id);
  await take(commands.review(record(), 'request_changes'));
  await change();
  await take(commands.submit(2));
}

async function findAttorneyLate(): Promise<void> {
  const { take } = await startCase(stack.store);
  await take(commands.submit());
  await take(commands.fail('engage_attorney', 'NobodyEligible'));
  await take(commands.engage((await addAttorney(stack.store)).id));
}

/** The subjects without the property's address, in alphabetical order. */
function subjects(mails: readonly { subject: string }[]): string[] {
  return mails.map(({ subject }) => subject.replace(/ \(.*\)$/, '')).sort();
}
