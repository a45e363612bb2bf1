import { readPdf, textOf } from '@evict/papers/read-pdf';
import { addDays } from '@evict/jurisdictions';
import { expect, test } from 'vitest';
import { buildFacts } from '../support/facts.ts';
import { filingEvidence, holdoverFiling, leaseViolation } from '../support/grounds.ts';
import { detailOf, expectTrueHashes, filenames, storyOf } from '../support/history.ts';
import { expectRefusal } from '../support/refusals.ts';
import { sharedService } from '../support/service.ts';

const { signUp, stack } = await sharedService();
const customer = await signUp();

test('a case whose violation is cured within the notice period is resolved, and then accepts no commands', async () => {
  const { id } = await customer.submitted(leaseViolation());
  const curing = await customer.advanceBy(id, 2);
  expect(curing.state).toBe('cure_period');
  expect(curing.deadlines).toMatchObject([{ name: 'notice_expires', citation: 'ZZ Stat. § 12-202' }]);
  const resolved = await customer.reportCure(id);
  expect(resolved).toMatchObject({ state: 'resolved', nextAction: { by: 'none' } });
  expect(resolved.data.progress.cureReports).toEqual([
    { reportedAt: expect.stringContaining(resolved.data.progress.notice?.servedDate ?? 'none') },
  ]);
  expect(storyOf(await customer.events(id)).slice(-4)).toEqual([
    'platform: start_cure_period notice_served -> cure_period',
    'customer: cure_reported',
    'platform: cure cure_period -> cured',
    'platform: close_resolved cured -> resolved',
  ]);
  expect(filenames(resolved)).toEqual(['zz-notice-lease_violation.pdf', 'zz-proof-of-notice.pdf']);
  expect(await expectRefusal(customer.act(id, 'advance'), 409, 'nothing_to_advance')).toBeNull();
  await expectRefusal(customer.act(id, 'withdraw'), 409, 'invalid_transition');
});

test("a holdover case that starts with a filing is closed after nine advances despite a failed service, and then shows the customer's notice and the court's deadlines", async () => {
  const facts = holdoverFiling({ freeText: 'sandbox:service_failed' });
  const chapters = [await customer.submitted(facts, filingEvidence)];
  const [{ id, data }] = chapters as [(typeof chapters)[0]];
  while (chapters.at(-1)?.state !== 'closed' && chapters.length < 20) chapters.push(await customer.advance(id));
  expect(chapters.map(({ state }) => state)).toEqual([
    'filing_review',
    'filing_submitted',
    'summons_sent',
    'summons_sent',
    'summons_served',
    'hearing_scheduled',
    'judgment_entered',
    'writ_requested',
    'writ_issued',
    'closed',
  ]);
  expect(detailOf(await customer.events(id), 'summons_served')['method']).toBe('substitute');
  const { servedDate, method } = facts.priorNotice ?? { servedDate: '', method: 'personal' };
  const expires = data.progress.notice?.expires ?? '';
  expect(expires >= addDays(servedDate, 30) && expires <= addDays(servedDate, 34)).toBe(true);
  const end = await customer.read(id);
  expect(end.data.progress.notice).toEqual({ servedDate, method, expires });
  expect(end.packVersions).toMatchObject({ notice: null, filing: 'zz.complaint.v1' });
  expect(filenames(end)).toEqual([
    'notice.pdf',
    'proof.pdf',
    'zz-complaint.pdf',
    'zz-summons.pdf',
    'zz-proof-of-summons.pdf',
  ]);
  await expectTrueHashes(customer, end);
  expect(end.deadlines.map(({ name, citation }) => [name, citation])).toEqual([
    ['answer_due', 'ZZ Stat. § 12-305'],
    ['hearing', 'ZZ Stat. § 12-306'],
    ['appeal_period_ends', 'ZZ Stat. § 12-310'],
  ]);
});

test('a draft can be withdrawn even if its gates fail, and then accepts no commands', async () => {
  const { id } = await customer.create(buildFacts({ parties: [] }));
  await expectRefusal(customer.act(id, 'report-cure'), 409, 'invalid_transition');
  expect(await customer.withdraw(id)).toMatchObject({ state: 'withdrawn', documents: [], packVersions: null });
  expect(storyOf(await customer.events(id))).toEqual(['customer: withdraw draft -> withdrawn']);
  for (const action of ['withdraw', 'submit', 'report-cure']) {
    await expectRefusal(customer.act(id, action), 409, 'invalid_transition');
  }
  await expectRefusal(customer.act(id, 'advance'), 409, 'nothing_to_advance');
  const { message } = (await customer.act(id, 'withdraw')).body.error;
  expect(message).toMatch(/It is `withdrawn`\.$/);
  // A command that isn't possible in the case's state is refused by the gateway, without Temporal.
  expect(await stack.store.prisma.command.count({ where: { caseId: id } })).toBe(1);
  await expectRefusal(customer.send('PATCH', `/v1/cases/${id}`, { body: {} }), 409, 'invalid_state');
  await expectRefusal(customer.tryUpload(id, { bytes: Buffer.from('late') }), 409, 'invalid_state');
});

test('only one of several concurrent withdrawals takes effect, both for a draft and for a case under review', async () => {
  const draft = await customer.create(buildFacts());
  const underReview = await customer.submitted(buildFacts());
  for (const { id } of [draft, underReview]) {
    const responses = await Promise.all(Array.from({ length: 6 }, () => customer.act(id, 'withdraw')));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(5);
    for (const { status, body } of refused) expect([status, body.error.code]).toEqual([409, 'invalid_transition']);
    expect((await customer.events(id)).filter(({ action }) => action === 'withdraw').length).toBe(1);
  }
});

test('the proofs of service say who was served, when, where and how, and the complaint and summons name the affidavit required before a default judgment', async () => {
  const facts = buildFacts({
    freeText: 'sandbox:service_failed\nPay at: 4 Office Street, Testville',
    parties: [
      { role: 'plaintiff', name: 'Sandbox Holdings LLC', isEntity: true },
      { role: 'defendant', name: 'Terry Example' },
      { role: 'defendant', name: 'Robin Example' },
    ],
    attestations: { ...buildFacts().attestations, servicemember: 'yes' },
  });
  const { id } = await customer.submitted(facts);
  // The steps are: review, failed service, service, end of the period, review, clerk, service of the summons.
  const served = await customer.advanceBy(id, 7);
  expect(served.state).toBe('summons_served');
  const paper = async (specId: string) => {
    const found = served.documents.find((document) => document.specId === specId);
    if (!found) throw new Error(`no ${specId}`);
    const { bytes } = await customer.download(id, found.id);
    return { hash: found.contentHash, text: readPdf(bytes).map(textOf).join(' ').replaceAll('\n', ' ') };
  };
  const [notice, proof, complaint, summons, return_] = await Promise.all(
    ['notice.nonpayment', 'proof.notice', 'complaint', 'summons', 'proof.summons'].map((name) =>
      paper(`zz.${name}.v1`),
    ),
  );
  if (!notice || !proof || !complaint || !summons || !return_) throw new Error('a paper is missing');
  expect(notice.text).toContain('PAY AT: 4 Office Street, Testville');

  const events = await customer.events(id);
  for (const [{ text }, action, manner] of [
    [proof, 'notice_served', 'Substitute service.'],
    [return_, 'summons_served', 'Personal delivery.'],
  ] as const) {
    const { caseTime: happened } = Object(events.findLast((event) => event.action === action)?.detail) as Record<
      string,
      unknown
    >;
    const when = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });
    const parts = new Map(when.formatToParts(new Date(String(happened))).map(({ type, value }) => [type, value]));
    const time = `${parts.get('hour')}:${parts.get('minute')} ${parts.get('dayPeriod') === 'AM' ? 'a.m.' : 'p.m.'} UTC`;
    const sworn = text.slice(text.indexOf('SERVER:'));
    for (const name of ['1. Terry Example', '2. Robin Example']) expect(sworn).toContain(name);
    // Personal deliveries follow one another, and the first takes place at the time of the event.
    expect(sworn).toContain(time);
    expect(sworn.split('DATE AND TIME:')).toHaveLength(3);
    expect(sworn.split(manner)).toHaveLength(3);
    expect(sworn.split('PLACE: 12 Sandbox Way, Unit 3B')).toHaveLength(3);
    expect(sworn).not.toContain('occupant');
  }
  expect(return_.text).toContain(`Case No. ${served.courtCaseNumber}`);

  expect(complaint.text.replaceAll(' ', '')).toContain(notice.hash.slice(0, 32));
  expect(complaint.text.replaceAll(' ', '')).toContain(proof.hash.slice(32));
  expect(complaint.text).toContain('A copy of the notice is Exhibit 1. ');
  expect(complaint.text).toContain('Casey Counsel');
  for (const { text } of [complaint, summons]) {
    expect(text).toContain('Before any default the plaintiff files an affidavit');
    expect(text).toContain('the court appoints counsel for that defendant before it enters judgment');
    expect(text).toContain('and all other occupants');
  }
});
