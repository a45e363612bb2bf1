import { endNoticePeriod } from '@evict/local';
import { expect, test } from 'vitest';
import { day } from '../e2e/support/facts.ts';
import { pdf } from '../e2e/support/grounds.ts';
import { liveWorld } from '../e2e/support/live-case.ts';
import { factsIn, marylandFacts } from '../e2e/support/live.ts';
import {
  addDays,
  attach,
  clockDay,
  inDialog,
  openAll,
  openDocument,
  remade,
  showPart,
  signIn,
} from './support/desk.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, reloadWhole, sharedWorld } from './support/world.ts';

const { service, stack, newPage } = await sharedWorld();
const { attorney: newAttorney, inReview, submitted, summaryInReview } = liveWorld(service);

/** Other cases in the attorney's queue: street, owner, and tenant. */
const neighbors = [
  ['410 Frederick Road', 'Cedar Court Apartments LLC', 'Dana Whitfield'],
  ['77 Monroe Street', 'Harbor Residential LP', 'Marcus Delgado'],
  ['2408 Veirs Mill Road', 'Cedar Court Apartments LLC', 'Priya Raman'],
  ['930 Hungerford Drive', 'Lucero Family Trust', 'Jerome Banks'],
] as const;

const hostileName = '<img src=x onerror=alert(1)>.pdf';

test('an attorney can review a case, and take it from its notice to its end', async () => {
  const attorney = await newAttorney();
  const { customer, id, ref } = await inReview();
  const page = await newPage();
  const state = page.getByRole('status').first();
  const reaches = (name: string) => expect.poll(() => state.textContent()).toBe(name);

  // A visitor who isn't signed in is sent to the sign-in, and then back to the case.
  await page.goto(`/attorney/cases/${id}`);
  await page.getByRole('heading', { name: 'Attorney sign-in' }).waitFor();
  await picture(page, 'attorney-sign-in');
  await signIn(page, attorney, 'not the password');
  await page.getByText('Wrong email or password.').waitFor();
  await expectAccessible(page);
  await signIn(page, attorney);
  await page.waitForURL(`**/attorney/cases/${id}`);
  await reaches('Notice under review');
  await page.getByRole('region', { name: 'Facts about Maryland' }).getByText('not legal advice').waitFor();

  // The attorney can approve once they have opened every document under review. If the customer adds something, they
  // have to open it first.
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  const review = page.getByRole('region', { name: 'Review of the notice' });
  await review.getByText('0 of 2 opened').waitFor();
  expect(await approve.count()).toBe(0);
  // Until then the only button opens the next document. It keeps the focus, and finally becomes the approval button.
  const next = review.locator('.mantine-Button-root');
  await next.filter({ hasText: 'Open case-summary' }).focus();
  await page.keyboard.press('Enter');
  await next.filter({ hasText: 'Open notice.pdf' }).waitFor();
  await review.getByText('1 of 2 opened').waitFor();
  await page.keyboard.press('Enter');
  await approve.waitFor();
  await expect.poll(() => approve.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  await review.getByText('I reviewed these 2 documents exactly as shown here').waitFor();
  await expectUsable(page);
  await openDocument(page, 'case-summary.pdf');
  await page.locator('[data-painted=true]').first().waitFor();
  await picture(page, 'attorney-case');
  // The document stays beside the facts while they are scrolled.
  const viewer = page.getByRole('group', { name: 'Document', exact: true });
  const top = async () => Math.round((await viewer.boundingBox())?.y ?? -1);
  const before = await top();
  const trail = page.getByRole('region', { name: 'Other documents' });
  await trail.scrollIntoViewIfNeeded();
  await expect.poll(async () => (await trail.boundingBox())?.y ?? Infinity).toBeLessThan(800);
  expect(await top()).toBe(before);
  await showPart(page, 'Record');
  await page.getByRole('region', { name: 'Checks' }).waitFor();
  await page.getByLabel('Show views').check();
  await page.getByText('The case was viewed').first().waitFor();
  await expectUsable(page);
  await showPart(page, 'Review');
  for (const [line1, owner, tenant] of neighbors) {
    const { property } = marylandFacts();
    const parties = [
      { role: 'plaintiff' as const, name: owner, isEntity: true },
      { role: 'defendant' as const, name: tenant },
    ];
    await summaryInReview(marylandFacts({ property: { ...property, line1, ownerOfRecord: owner }, parties }));
  }
  await page.getByRole('link', { name: 'All cases' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor();
  await reloadWhole(page);
  await page.getByRole('table').getByRole('link').first().waitFor();
  await page.getByRole('table').getByText(' v. ').first().waitFor();
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(neighbors.length + 2);
  await expectAccessible(page);
  await picture(page, 'attorney-home');
  await page.getByRole('table').getByRole('link').first().click();
  await reaches('Notice under review');
  await reloadWhole(page);
  await openAll(page);
  await remade(attorney, id, () => customer.upload(id, { filename: hostileName, bytes: pdf('a receipt') }));
  await inDialog(page, 'Approve');
  const stale = page.getByRole('alert').filter({ hasText: 'Something changed' });
  await stale.getByText('Open what is new before you approve').waitFor();
  expect(await approve.count()).toBe(0);
  await expectAccessible(page);
  await openAll(page);
  await inDialog(page, 'Approve');
  await reaches('Notice approved');
  await page.reload();
  await showPart(page, 'Facts');
  await page.getByRole('button', { name: `Open ${hostileName}` }).waitFor();
  await showPart(page, 'Report');

  // The notice is sent out, served, voided as defective, and served again.
  const period = { 'Last day of the period': day(10), Citation: 'Md. Code, Real Prop. § 8-401' };
  await inDialog(page, 'Send out notice', { Method: 'Posted' });
  await reaches('Notice out for service');
  // Nothing is preselected, and an incomplete report isn't sent.
  await inDialog(page, 'Report result', {}, 'refused');
  await page.getByRole('dialog').getByText('Choose one.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await inDialog(page, 'Report result', { Result: 'Served', 'Date of service': day(0) }, 'refused');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const served = { Result: 'Served', 'Date of service': day(0), ...period };
  await inDialog(page, 'Report result', served);
  await reaches('Notice period');
  await remade(attorney, id, () => inDialog(page, 'Void service', { Reason: 'The wrong unit was named.' }));
  await page.reload();
  await reaches('Notice under review');
  await openAll(page);
  await inDialog(page, 'Approve');
  await reaches('Notice approved');
  await inDialog(page, 'Send out notice', { Method: 'Delivered in person' });
  await reaches('Notice out for service');
  await inDialog(page, 'Report result', served);
  await reaches('Notice period');

  // A wrong date is corrected, and the deadline follows.
  const corrected = { 'Last day of the period': day(12), Reason: 'It was counted from the wrong day.' };
  await inDialog(page, 'Correct service', corrected);
  await expect
    .poll(async () => (await customer.read(id)).deadlines)
    .toContainEqual(expect.objectContaining({ date: day(12) }));

  // The filing needs its own approval of the attached paper.
  await endNoticePeriod(stack, ref);
  await expect.poll(async () => (await customer.read(id)).state).toBe('filing_review');
  await page.reload();
  await reaches('Filing under review');
  await attach(page, 'complaint.pdf');
  await page.getByRole('group', { name: 'complaint.pdf' }).waitFor();
  await openAll(page);
  await inDialog(page, 'Approve');
  await reaches('Filing approved');
  await inDialog(page, 'Report filing', { 'Envelope ID': '10442913' });
  await reaches('Filed with the court');
  await inDialog(page, 'Report filing', { Status: 'Accepted', 'Court case number': 'D-06-CV-26-001442' });
  await reaches('Filing accepted');
  await inDialog(page, 'Correct filing', { 'Court case number': 'D-06-CV-26-001443', Reason: 'The last digit.' });
  await expect.poll(async () => (await customer.read(id)).courtCaseNumber).toBe('D-06-CV-26-001443');

  // The case goes from the summons to its end. Its clock is past the notice period.
  const today = await clockDay(attorney, id);
  await inDialog(page, 'Send out summons', { Method: 'Posted and mailed' });
  await reaches('Summons out for service');
  await inDialog(page, 'Report result', { Result: 'Served', 'Date of service': today });
  await reaches('Summons served');
  await inDialog(page, 'Report hearing', { 'Hearing date': addDays(today, 20), Time: '09:30', Place: 'Courtroom 3' });
  await reaches('Hearing scheduled');
  await inDialog(page, 'Add deadline', {
    Name: 'Mediation',
    Date: addDays(today, 5),
    Citation: 'Md. Rule 17-205',
  });
  await page.getByText('Mediation').first().waitFor();
  await inDialog(page, 'Remove deadline', { Reason: 'It was agreed.' });
  await inDialog(page, 'Put on hold', { Reason: 'Bankruptcy (11 U.S.C. § 362)' });
  await reaches('On hold');
  await inDialog(page, 'Resume case');
  await reaches('Hearing scheduled');
  // The future date is refused after the judgment itself was recorded, so only its details are sent again.
  await inDialog(page, 'Report judgment', { Outcome: 'Dismissed', Date: addDays(today, 30) }, 'refused');
  const judgment = page.getByRole('dialog');
  await judgment.getByLabel('Date').first().fill(today);
  await judgment.getByRole('button', { name: 'Report judgment', exact: true }).click();
  await judgment.waitFor({ state: 'hidden' });
  await reaches('Judgment entered');
  expect((await customer.read(id)).data.progress.judgment).toMatchObject({ outcome: 'dismissed', date: today });
  expect(await page.getByRole('button', { name: 'Report writ requested' }).count()).toBe(0);
  await inDialog(page, 'Judgment details', {
    Outcome: 'For the plaintiff',
    'Amount awarded, excluding costs': '1,400.00',
    Reason: 'The outcome was reported wrong.',
  });
  await expectAccessible(page);
  await inDialog(page, 'Hearing details', {
    'Hearing date': addDays(today, 21),
    Place: 'Courtroom 4',
    Reason: 'The order says so.',
  });
  await expect.poll(async () => (await customer.read(id)).data.progress.hearing?.date).toBe(addDays(today, 21));
  await inDialog(page, 'Report writ requested');
  await reaches('Writ requested');
  await inDialog(page, 'Report writ issued');
  await reaches('Writ issued');
  await showPart(page, 'Notes');
  await page.getByLabel('Note to the customer').fill(hostileName);
  await page.getByRole('button', { name: 'Send note' }).click();
  await page.getByRole('region', { name: 'Notes' }).getByRole('listitem').getByText(hostileName).waitFor();
  await showPart(page, 'Report');
  await inDialog(page, 'Close case');
  await reaches('Closed');
  await expectUsable(page);
});

test('an attorney who wants to be asked first can accept a case, request changes, and decline the case later', async () => {
  const attorney = await newAttorney({ states: ['VA'] });
  const page = await newPage();
  const reaches = (name: string) => expect.poll(() => page.getByRole('status').first().textContent()).toBe(name);
  await page.goto('/attorney');
  await signIn(page, attorney);
  await page.getByText('Nothing needs your attention').waitFor();
  await expectUsable(page);
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('switch', { name: 'Ask me first' }).check();
  await expect.poll(async () => (await attorney.send('GET', '/v1/attorney/me')).body.asksFirst).toBe(true);
  await page.goto('/attorney');

  const facts = marylandFacts();
  const { customer, id } = await submitted({ ...facts, property: { ...facts.property, state: 'VA' } });
  await expect.poll(async () => (await attorney.send('GET', '/v1/attorney/queue')).body.items.length).toBe(1);
  await page.reload();
  await page.getByRole('table').getByRole('link').first().click();
  await reaches('Attorney assigned');
  await page.getByText('you see only its parties, property and court').waitFor();
  expect(await page.getByRole('region', { name: 'Ledger' }).count()).toBe(0);
  await expectAccessible(page);
  await inDialog(page, 'Accept case');
  await reaches('Notice under review');
  await inDialog(page, 'Request changes', { 'What needs to change': 'The unit is missing.' });
  await expect.poll(async () => (await customer.read(id)).state).toBe('draft');
  await customer.submit(id);
  await expect.poll(async () => (await customer.read(id)).state).toBe('notice_review');
  await page.reload();
  await reaches('Notice under review');
  await page.getByRole('button', { name: 'Decline case', exact: true }).click();
  const declining = page.getByRole('dialog');
  await declining.getByRole('button', { name: 'Decline case', exact: true }).click();
  await expect.poll(() => declining.getByLabel('Why you decline').getAttribute('aria-invalid')).toBe('true');
  await declining.getByRole('button', { name: 'Cancel' }).click();
  await inDialog(page, 'Decline case', { 'Why you decline': 'A conflict of interest.' });
  await expect.poll(async () => (await customer.read(id)).state).toBe('on_hold');
  // The case is no longer assigned to this attorney.
  await page.getByRole('alert').getByText('Not found').first().waitFor();
  await expectAccessible(page);
});

test('an attorney can find cases by what they wait for, and report for each of two tenants whether the notice was served', async () => {
  const attorney = await newAttorney({ states: ['NJ'] });
  const [first, second] = ['Terry Example', 'Alex Example'];
  const facts = factsIn('NJ');
  const owners = (facts.parties ?? []).filter(({ role }) => role === 'plaintiff');
  const tenants = [first, second].map((name) => ({ role: 'defendant' as const, name }));
  const { customer, id } = await inReview({ ...facts, parties: [...owners, ...tenants] });
  expect((await attorney.approve(id)).status).toBe(200);
  const page = await newPage();
  await page.goto('/attorney');
  await signIn(page, attorney);
  // The approved case is no longer in the queue, but in the list under what it waits for.
  await page.getByRole('link', { name: 'To serve' }).click();
  const table = page.getByRole('table', { name: 'Your cases' });
  await table.getByText(`${owners[0]?.name} v. Terry Example et al.`).waitFor();
  await expectUsable(page);
  await page.getByRole('link', { name: 'Hearings' }).click();
  await page.getByText('No cases here').waitFor();
  await page.getByRole('link', { name: /^All\b/ }).click();
  await table.getByRole('link').first().waitFor();
  await page.getByLabel('Search').fill('alex');
  await page.waitForURL('**q=alex**');
  await page.getByLabel('Sort by').selectOption('Last change');
  await table.getByRole('link').click();

  const rows = page.getByRole('table', { name: 'Service: Notice' });
  await rows.getByText('Not sent out').first().waitFor();
  await inDialog(page, 'Send out notice to all', { Method: 'Posted' });
  await expect.poll(() => rows.getByText('Out for service').count()).toBe(2);
  const served = { Result: 'Served', 'Date of service': day(0), 'Last day of the period': day(10), Citation: '§ 1' };
  await inDialog(page, `Report result for ${first}`, served);
  await rows.getByText('Served', { exact: true }).waitFor();
  expect((await customer.read(id)).state).toBe('notice_sent');
  await inDialog(page, `Report result for ${second}`, { Result: 'Failed', 'Why it failed': 'Nobody was there.' });
  await rows.getByText('Not served yet').waitFor();
  await inDialog(page, `Send out to ${second}`, { Method: 'Delivered in person' });
  await expectUsable(page);
  await inDialog(page, `Report result for ${second}`, { ...served, 'Last day of the period': day(12) });
  await expect.poll(async () => (await customer.read(id)).state).toBe('cure_period');
  const { service: shown } = (await customer.read(id)).data.progress;
  expect(shown.map(({ partyIndex, status }) => [partyIndex, status])).toEqual([
    [1, 'served'],
    [2, 'failed'],
    [2, 'served'],
  ]);
});
