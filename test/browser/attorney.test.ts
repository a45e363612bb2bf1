import { endNoticePeriod } from '@evict/local';
import { expect, test } from 'vitest';
import { createAuthenticator, registerPasskey } from '../e2e/support/authenticator.ts';
import { day } from '../e2e/support/facts.ts';
import { pdf } from '../e2e/support/grounds.ts';
import { liveWorld, reaches as becomes } from '../e2e/support/live-case.ts';
import { factsIn, marylandFacts } from '../e2e/support/live.ts';
import { copyCase } from '../e2e/support/seed.ts';
import { filing, sentOut, served } from '../e2e/live/reports.ts';
import { reaches, signOut } from './support/customer.ts';
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
import { picture, sharedWorld } from './support/world.ts';

const { service, stack, newPage } = await sharedWorld();
const { attorney: newAttorney, attach: attachAs, inReview, operate, submitted, summaryInReview } = liveWorld(service);

/** Other cases in the attorney's queue: street, owner, and tenant. */
const neighbors = [
  ['410 Frederick Road', 'Cedar Court Apartments LLC', 'Dana Whitfield'],
  ['77 Monroe Street', 'Harbor Residential LP', 'Marcus Delgado'],
  ['2408 Veirs Mill Road', 'Cedar Court Apartments LLC', 'Priya Raman'],
  ['930 Hungerford Drive', 'Lucero Family Trust', 'Jerome Banks'],
  ['18 Falls Road', 'Harbor Residential LP', 'Olga Petrova'],
] as const;

const hostileName = '<img src=x onerror=alert(1)>.pdf';

test('an attorney can review a case, find it among others, and take it from its notice to its end', async () => {
  const attorney = await newAttorney();
  const { customer, id, ref } = await summaryInReview();
  // The copies have no workflows, because the pages only list them.
  for (const [at, copy] of (await copyCase(stack, id, neighbors.length)).entries()) {
    const [line1, owner, tenant] = neighbors[at] ?? expect.unreachable();
    const parties = [
      { role: 'plaintiff' as const, name: owner, isEntity: true },
      { role: 'defendant' as const, name: tenant },
    ];
    const facts = marylandFacts({ property: { ...marylandFacts().property, line1, ownerOfRecord: owner }, parties });
    await stack.store.pool.query('UPDATE "Case" SET facts = $2 WHERE id = $1', [copy, facts]);
  }
  const page = await newPage();

  // A visitor who isn't signed in is sent to the sign-in, and then back to the case.
  await page.goto(`/attorney/cases/${id}`);
  await page.getByRole('heading', { name: 'Attorney sign-in' }).waitFor();
  await picture(page, 'attorney-sign-in');
  await signIn(page, attorney, 'not the password');
  await page.getByText('Wrong email or password.').waitFor();
  await expectAccessible(page);
  await signIn(page, attorney);
  await page.waitForURL(`**/attorney/cases/${id}`);
  await reaches(page, 'Notice under review');
  await page.getByRole('region', { name: 'Facts about Maryland' }).getByText('not legal advice').waitFor();

  // The attorney can approve once they have attached the notice and opened every document under review.
  await attach(page, 'notice.pdf');
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

  // If the customer adds something, the attorney has to open it first.
  await showPart(page, 'Review');
  await remade(attorney, id, () => customer.upload(id, { filename: hostileName, bytes: pdf('a receipt') }));
  await inDialog(page, 'Approve');
  const stale = page.getByRole('alert').filter({ hasText: 'Something changed' });
  await stale.getByText('Open what is new before you approve').waitFor();
  expect(await approve.count()).toBe(0);
  await expectAccessible(page);
  await openAll(page);
  await inDialog(page, 'Approve');
  await reaches(page, 'Notice approved');
  await showPart(page, 'Facts');
  await page.getByRole('button', { name: `Open ${hostileName}` }).waitFor();
  await showPart(page, 'Report');

  // The notice is sent out and served.
  await inDialog(page, 'Send out notice', { Method: 'Posted' });
  await reaches(page, 'Notice out for service');
  // Nothing is preselected, and an incomplete report isn't sent.
  await inDialog(page, 'Report result', {}, 'refused');
  const result = page.getByRole('dialog');
  const send = result.getByRole('button', { name: 'Report result', exact: true });
  await result.getByText('Choose one.').waitFor();
  await result.getByLabel('Result').selectOption('Served');
  await result.getByLabel('Date of service').fill(day(0));
  await send.click();
  await expect.poll(() => result.locator('[aria-invalid=true]').count()).toBe(2);
  await result.getByLabel('Last day of the period').fill(day(10));
  await result.getByLabel('Citation').fill('Md. Code, Real Prop. § 8-401');
  await send.click();
  await result.waitFor({ state: 'hidden' });
  await reaches(page, 'Notice period');
  // A wrong date is corrected, and the deadline follows.
  const corrected = { 'Last day of the period': day(12), Reason: 'It was counted from the wrong day.' };
  await inDialog(page, 'Correct service', corrected);
  const deadline = expect.objectContaining({ date: day(12) });
  await expect.poll(async () => (await customer.read(id)).deadlines).toContainEqual(deadline);

  // The case is no longer in the queue, but in the list under what it waits for.
  await page.getByRole('link', { name: 'All cases' }).click();
  const table = page.getByRole('table');
  await table.getByText('Cedar Court Apartments LLC v. Dana Whitfield').waitFor();
  expect(await table.getByRole('row').count()).toBe(neighbors.length + 1);
  await picture(page, 'attorney-home');
  await page.getByRole('link', { name: 'Hearings' }).click();
  await page.getByText('No cases here').waitFor();
  await page.getByRole('link', { name: 'Waiting' }).click();
  await expect.poll(() => table.getByRole('row').count()).toBe(2);
  await page.getByRole('link', { name: /^All\b/ }).click();
  await expect.poll(() => table.getByRole('row').count()).toBe(neighbors.length + 2);
  await page.getByLabel('Sort by').selectOption('Last change');
  await page.waitForURL('**sort=updatedAt**');
  await expectUsable(page);
  await page.getByLabel('Search').fill('terry');
  await page.waitForURL('**q=terry**');
  await expect.poll(() => table.getByRole('row').count()).toBe(2);

  // Meanwhile the notice period ends, and the operators report that the case was filed and its summons served.
  await endNoticePeriod(stack, ref);
  await becomes(customer, id, 'filing_review');
  await attachAs(ref, 'filing');
  expect((await attorney.approve(id)).body.state).toBe('filing_approved');
  await operate(ref, { ...filing, status: 'submitted', envelopeId: '10442913' });
  await operate(ref, { ...filing, status: 'accepted', courtCaseNumber: 'D-06-CV-26-001442' });
  await operate(ref, { ...sentOut, stage: 'summons' });
  await operate(ref, { ...served, stage: 'summons' });
  await page.goto(`/attorney/cases/${id}`);
  await reaches(page, 'Summons served');
  await inDialog(page, 'Correct filing', { 'Court case number': 'D-06-CV-26-001443', Reason: 'The last digit.' });
  await expect.poll(async () => (await customer.read(id)).courtCaseNumber).toBe('D-06-CV-26-001443');

  // The clock of the case is past the notice period.
  const today = await clockDay(attorney, id);
  await inDialog(page, 'Report hearing', { 'Hearing date': addDays(today, 20), Time: '09:30', Place: 'Courtroom 3' });
  await reaches(page, 'Hearing scheduled');
  const mediation = { Name: 'Mediation', Date: addDays(today, 5), Citation: 'Md. Rule 17-205' };
  await inDialog(page, 'Add deadline', mediation);
  await page.getByText('Mediation').first().waitFor();
  await expectUsable(page);
  await inDialog(page, 'Remove deadline', { Reason: 'It was agreed.' });
  await inDialog(page, 'Put on hold', { Reason: 'Bankruptcy (11 U.S.C. § 362)' });
  await reaches(page, 'On hold');
  await inDialog(page, 'Resume case');
  await reaches(page, 'Hearing scheduled');
  // The future date is refused after the judgment itself was recorded, so only its details are sent again.
  await inDialog(page, 'Report judgment', { Outcome: 'Dismissed', Date: addDays(today, 30) }, 'refused');
  const judgment = page.getByRole('dialog');
  await judgment.getByLabel('Date').first().fill(today);
  await judgment.getByRole('button', { name: 'Report judgment', exact: true }).click();
  await judgment.waitFor({ state: 'hidden' });
  await reaches(page, 'Judgment entered');
  expect((await customer.read(id)).data.progress.judgment).toMatchObject({ outcome: 'dismissed', date: today });
  await inDialog(page, 'Judgment details', {
    Outcome: 'For the plaintiff',
    'Amount awarded, excluding costs': '1,400.00',
    Reason: 'The outcome was reported wrong.',
  });
  await page.getByRole('button', { name: 'Report writ requested' }).waitFor();
  await page.getByText('Judgment dated before the hearing').first().waitFor();
  await expectUsable(page);
  await showPart(page, 'Notes');
  await page.getByLabel('Note to the customer').fill(hostileName);
  await page.getByRole('button', { name: 'Send note' }).click();
  await page.getByRole('region', { name: 'Notes' }).getByRole('listitem').getByText(hostileName).waitFor();
  await showPart(page, 'Report');
  await inDialog(page, 'Close case');
  await reaches(page, 'Closed');
});

test('an attorney who wants to be asked first can accept a case, request changes, see what changed, and decline the case later', async () => {
  const attorney = await newAttorney({ states: ['VA'] });
  const page = await newPage();
  await page.goto('/attorney/account');
  await signIn(page, attorney);
  await page.getByRole('switch', { name: 'Ask me first' }).check();
  await expect.poll(async () => (await attorney.send('GET', '/v1/attorney/me')).body.asksFirst).toBe(true);

  const facts = factsIn('VA');
  const { customer, id } = await submitted(facts, [{ filename: 'lease.pdf', bytes: pdf('A lease') }]);
  await becomes(customer, id, 'attorney_assigned');
  await page.getByRole('link', { name: 'Cases', exact: true }).click();
  await page.getByRole('table').getByRole('link').first().click();
  await reaches(page, 'Attorney assigned');
  await page.getByText('you see only its parties, property and court').waitFor();
  const region = (name: string) => page.getByRole('region', { name });
  expect(await region('Ledger').count()).toBe(0);
  await expectAccessible(page);
  await inDialog(page, 'Accept case');
  await reaches(page, 'Notice under review');
  expect(await page.getByText(/^(New|Changed|Added|Removed.*)$/).count()).toBe(0);
  await inDialog(page, 'Request changes', { 'What needs to change': 'The unit and the ledger.' });
  await becomes(customer, id, 'draft');

  // Documents, facts and ledger lines are marked if they changed afterwards.
  const [charge, ...rest] = facts.ledger ?? [];
  if (!charge) throw new Error('the facts have no ledger');
  await customer.edit(id, {
    freeText: '<b>It has a garden.</b>',
    lease: { ...facts.lease, monthlyRentCents: 150_000 },
    ledger: [...rest, { ...charge, memo: 'Rent, as agreed' }],
  });
  await customer.upload(id, { filename: 'receipt.pdf', bytes: pdf('A receipt') });
  await customer.submit(id);
  await becomes(customer, id, 'notice_review');
  await page.reload();
  await page.getByText('when changes were requested, is marked').waitFor();
  const evidence = (name: string) => region("Customer's evidence").getByRole('group', { name });
  await evidence('receipt.pdf').getByText('New').waitFor();
  await evidence('lease.pdf').waitFor();
  expect(await evidence('lease.pdf').getByText('New').count()).toBe(0);
  const summary = region('Review of the notice').getByRole('group', { name: /^case-summary/ });
  await summary.getByText('New').waitFor();
  const rent = page.getByText('Monthly rent', { exact: true });
  const shown = region('Facts').locator('div', { has: rent }).last();
  await shown.getByText('Changed').waitFor();
  await shown.getByText('Before: $1,200.00').waitFor();
  await region('Facts').getByText('Added').waitFor();
  const marks = region('Facts').getByText(/^(Changed|Added|Removed)$/);
  expect(await marks.count()).toBe(2);
  const ledger = region('Ledger');
  await ledger.getByRole('row').filter({ hasText: 'Rent, as agreed' }).getByText('New').waitFor();
  expect(await ledger.getByText('New', { exact: true }).count()).toBe(1);
  await ledger.getByText('Removed: 1').waitFor();
  await expectAccessible(page);

  await inDialog(page, 'Decline case', {}, 'refused');
  const reason = page.getByRole('dialog').getByLabel('Why you decline');
  expect(await reason.getAttribute('aria-invalid')).toBe('true');
  await reason.fill('A conflict of interest.');
  await page.getByRole('dialog').getByRole('button', { name: 'Decline case', exact: true }).click();
  // The case is no longer assigned to this attorney.
  await page.getByRole('alert').getByText('Not found').first().waitFor();
  expect((await customer.read(id)).state).toBe('on_hold');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All cases' }).click();
  await page.getByText('Nothing needs your attention').waitFor();
});

test('an attorney can sign an approval with a passkey, and create and revoke tokens for programs and calendar links', async () => {
  const attorney = await newAttorney({ states: ['DE'] });
  const { customer, id } = await inReview(factsIn('DE'));
  const page = await newPage({});
  const origin = stack.baseUrl.replace('127.0.0.1', 'localhost');
  const authenticator = createAuthenticator(origin);
  await registerPasskey(stack.store, attorney.id, authenticator);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
  } as const;
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  });
  const credentialId = Buffer.from(authenticator.credentialId, 'base64url').toString('base64');
  const credential = { credentialId, isResidentCredential: false, rpId: 'localhost', signCount: 0 };
  await cdp.send('WebAuthn.addCredential', {
    authenticatorId,
    credential: { ...credential, privateKey: authenticator.pkcs8 },
  });

  await page.goto(`${origin}/attorney/cases/${id}`);
  await signIn(page, attorney);
  // The passkey is also their second factor.
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL(`**/attorney/cases/${id}`);
  await openAll(page);
  // Without user verification, the approval fails.
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByText('Next, your browser asks for your passkey.').waitFor();
  await page.getByRole('button', { name: 'Approve and sign', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Your browser asks for your passkey').waitFor();
  await dialog.getByRole('button', { name: 'Approve and sign', exact: true }).click();
  await dialog.getByText('Your browser did not finish the passkey step.').waitFor();
  expect((await customer.read(id)).state).toBe('notice_review');
  await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await dialog.getByRole('button', { name: 'Approve and sign', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await expect.poll(async () => (await customer.read(id)).state).toBe('notice_approved');
  await showPart(page, 'Record');
  await page.getByText('signed with a passkey').first().waitFor();
  await page.getByLabel('Show what is recorded').check();
  await page.getByText('"signature"').first().waitFor();
  const approved = (await customer.events(id)).find(({ action }) => action === 'approve_notice');
  expect(approved?.detail).toEqual({ signed: true });

  await page.getByRole('link', { name: 'Account' }).click();
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await calendar.getByRole('button', { name: 'Create link', exact: true }).click();
  const url = new URL((await calendar.locator('[data-secret]').textContent()) ?? '');
  const readCalendar = async () => (await service.send('GET', url.pathname + url.search)).status;
  expect(await readCalendar()).toBe(200);
  expect(await calendar.getByRole('button', { name: /organization/ }).count()).toBe(0);
  await calendar.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Create token' }).click();
  const secret = (await page.locator('[data-secret]').textContent()) ?? '';
  const readQueue = async () => (await service.send('GET', '/v1/attorney/queue', { credential: secret })).status;
  expect(await readQueue()).toBe(200);
  await expectUsable(page);
  const revoke = async (made: string) => {
    const row = page.getByRole('listitem').filter({ hasText: made.slice(-4) });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await dialog.waitFor({ state: 'hidden' });
    return row;
  };
  await (await revoke(secret)).getByText('Ended').waitFor();
  await (await revoke(url.search)).waitFor({ state: 'detached' });
  expect([await readQueue(), await readCalendar()]).toEqual([401, 404]);

  // The browser's old cookie is worthless after the sign-out.
  const [kept] = (await page.context().cookies()).filter(({ name }) => name === 'attorney');
  await signOut(page);
  expect(new URL(page.url()).pathname).toBe('/attorney/sign-in');
  expect(kept?.httpOnly).toBe(true);
  const session = { Cookie: `attorney=${kept?.value}`, 'X-Website-Session': 'attorney' };
  const headers = { ...session, 'Sec-Fetch-Site': 'same-origin' };
  expect((await fetch(`${origin}/v1/attorney/queue`, { headers })).status).toBe(401);
});
