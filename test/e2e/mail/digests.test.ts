import { claimMails } from '@evict/store/mails';
import { createNote } from '@evict/store/notes';
import { openTestStore, type TestStore } from '@evict/store/testing';
import { cloneDatabase, startStack, type TestStack } from '@evict/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { marylandAddress } from '../support/live.ts';
import { addAttorney, commands, inReview, type MailedCase, mailsSettled, startMails } from '../support/mailed-case.ts';

let stack: TestStack;
let mailbox: NonNullable<TestStack['delivery']>['mailbox'];
beforeAll(async () => {
  stack = await startStack({ mail: { retryDelaysMs: Array(200).fill(300) } });
  mailbox = stack.delivery?.mailbox ?? expect.unreachable();
});
afterAll(() => stack.stop());
beforeEach(async () => {
  await stack.store.prisma.mail.deleteMany();
});

test("each member is emailed at once, daily at 8 a.m. in the organization's time zone, or not at all, as they chose", async () => {
  const attorney = await addAttorney(stack.store);
  const mailed = await inReview(stack.store, attorney.id);
  await choose(mailed.owner, { court: 'daily', messages: 'off' });
  const { organizationId } = mailed.record();
  await stack.store.prisma.organization.update({ where: { id: organizationId }, data: { timeZone: 'Asia/Tokyo' } });
  await stack.store.prisma.mail.deleteMany();
  await mailed.take(commands.operate('hold'));
  await createNote(stack.store, { caseId: mailed.caseId, writtenBy: 'platform', body: 'On Monday.' });
  const { rows } = await stack.store.pool.query(
    `SELECT kind, recipient, "notBefore" = "dueAt" AND "notBefore" > now() AND
      to_char("notBefore" AT TIME ZONE 'Asia/Tokyo', 'HH24:MI') = '08:00' AS "waits" FROM "Mail"`,
  );
  expect(new Set(rows)).toEqual(
    new Set([
      { kind: 'case_on_hold', recipient: mailed.owner, waits: true },
      { kind: 'case_on_hold', recipient: mailed.member, waits: null },
      { kind: 'service_note', recipient: mailed.member, waits: null },
    ]),
  );
});

describe('a daily summary', () => {
  test('is one email with all news of the day, and later news comes with the next summary', async () => {
    const { mailed } = await dayOfMail();
    await morning();
    await mailsSettled(stack);
    const [digest, ...more] = await mailbox.mailsTo(mailed.owner);
    expect(more).toEqual([]);
    expect(digest?.subject).toBe(`Your daily summary (${marylandAddress})`);
    for (const said of ['AN ATTORNEY IS ENGAGED', 'THE CASE IS ON HOLD', 'NEW MESSAGE', `/cases/${mailed.caseId}`])
      expect(digest?.text).toContain(said);
    expect((await mailbox.mailsTo(mailed.member)).map(({ subject }) => subject)).toHaveLength(3);
    await createNote(stack.store, { caseId: mailed.caseId, writtenBy: 'platform', body: 'On Tuesday.' });
    await morning();
    await mailsSettled(stack);
    const texts = (await mailbox.mailsTo(mailed.owner)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts.filter((text) => text.includes('ON HOLD'))).toHaveLength(1);
  });

  test("leaves out news that is outdated by the time it is sent, and isn't sent if none is left", async () => {
    const { mailed } = await dayOfMail();
    await mailed.take(commands.operate('resume'));
    await morning();
    await mailsSettled(stack);
    expect((await mailbox.mailsTo(mailed.owner)).map(({ text }) => text.includes('ON HOLD'))).toEqual([false]);
    const over = await stack.store.prisma.mail.findMany({ where: { recipient: mailed.owner, failure: 'dropped' } });
    expect(over).toMatchObject([{ kind: 'case_on_hold', payload: {} }]);
    await stack.store.prisma.mail.deleteMany();
    await mailed.take(commands.operate('hold'));
    await mailed.take(commands.operate('resume'));
    await morning();
    await mailsSettled(stack);
    expect(await mailbox.mailsTo(mailed.owner)).toHaveLength(1);
  });

  test('arrives complete and only once, even if the mail server was down and a worker died after claiming the summary', async () => {
    const { mailed, rows } = await dayOfMail();
    await mailbox.stop();
    await morning();
    const failed = { recipient: mailed.owner, failure: 'unreachable', attempts: { gte: 2 } };
    await expect.poll(() => stack.store.prisma.mail.count({ where: failed })).toBe(rows);
    const left = { leaseMs: 500 };
    await expect
      .poll(async () =>
        (await claimMails(stack.store, { count: 10, ...left })).rows.some((unit) => unit.length === rows),
      )
      .toBe(true);
    await mailbox.start();
    await startMails(stack);
    await mailsSettled(stack);
    expect(await mailbox.mailsTo(mailed.owner)).toHaveLength(1);
  });

  test('is claimed as a whole by one of several concurrent workers', async () => {
    // No other worker uses this database.
    const url = await cloneDatabase();
    const workers = [openTestStore(url), openTestStore(url, 2), openTestStore(url, 2)] as const;
    const day = await Promise.all(Array.from({ length: 6 }, () => dayOfMail(workers[0])));
    await workers[0].pool.query(due);
    // While one worker claims daily summaries, another one gets only other emails.
    const first = await workers[1].pool.connect();
    await first.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('digests'))`);
    const beside = (await claimMails(workers[2], { count: 100, leaseMs: 60_000 })).rows.flat();
    expect(new Set(beside.map(({ inDigest }) => inDigest))).toEqual(new Set([false]));
    await first.query('ROLLBACK');
    first.release();
    const claims = workers.map(async (store) => {
      const units: string[][] = [];
      for (let tries = 0; tries < 30; tries += 1) {
        const { rows: claimed } = await claimMails(store, { count: 2, leaseMs: 60_000 });
        units.push(...claimed.map((unit) => unit.map(({ recipient }) => recipient)));
      }
      return units;
    });
    const units = (await Promise.all(claims)).flat();
    await Promise.all(workers.map((store) => store.close()));
    for (const { mailed, rows } of day) {
      expect(units.filter((unit) => unit.includes(mailed.owner))).toEqual([Array(rows).fill(mailed.owner)]);
    }
  });
});

/** Creates a case whose owner has chosen daily summaries, with three emails that wait for the next one. */
async function dayOfMail(store: TestStore = stack.store): Promise<{ mailed: MailedCase; rows: number }> {
  const attorney = await addAttorney(store);
  const mailed = await inReview(store, attorney.id, {
    prepare: (owner) =>
      choose(owner, { needsYou: 'daily', court: 'daily', progress: 'daily', messages: 'daily' }, store),
  });
  await mailed.take(commands.operate('hold'));
  await createNote(store, { caseId: mailed.caseId, writtenBy: 'platform', body: 'On Monday.' });
  return { mailed, rows: 3 };
}

const due = `UPDATE "Mail" SET "notBefore" = now(), "dueAt" = now() WHERE "notBefore" > now()`;

/** Makes every daily summary due. */
async function morning(): Promise<void> {
  await stack.store.pool.query(due);
  await startMails(stack);
}

async function choose(email: string, mailPreferences: object, { prisma }: TestStore = stack.store): Promise<void> {
  await prisma.user.update({ where: { emailKey: email.toLowerCase() }, data: { mailPreferences } });
}
