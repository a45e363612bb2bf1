import { randomUUID } from 'node:crypto';
import type { CaseFacts } from '@evict/case-model';
import type { Case } from '@evict/client';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { buildFacts, day } from '../../e2e/support/facts.ts';
import { marylandFacts } from '../../e2e/support/live.ts';
import { expectAccessible } from './accessible.ts';

export interface Person {
  email: string;
  password: string;
}

function newPerson(): Person {
  return { email: `robin.${randomUUID().slice(0, 8)}@example.com`, password: 'correct horse battery' };
}

/** Signs up with the request that the form sends. With a path, then opens the page there. */
export async function signUp(page: Page, path?: string): Promise<Person> {
  const person = newPerson();
  const response = await page.request.post('/v1/auth/signup', {
    data: { ...person, name: 'Robin Example', organizationName: 'Sandbox Holdings LLC' },
    headers: { 'Sec-Fetch-Site': 'same-origin', 'X-Website-Session': 'customer' },
  });
  expect(response.ok(), await response.text()).toBe(true);
  if (path !== undefined) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  return person;
}

/** Signs up with the form, and waits for the list of cases. */
export async function signUpOnPage(page: Page): Promise<Person> {
  const person = newPerson();
  await page.goto('/sign-up');
  await page.getByLabel('Your name').fill('Robin Example');
  await page.getByLabel('Organization name').fill('Sandbox Holdings LLC');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
  return person;
}

/** Signs in on the page that is open. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Signs out with the user's menu, and waits for the sign-in page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/sign-in');
  await page.getByRole('heading', { level: 1, name: /sign.?in/i }).waitFor();
}

type Mode = Case['mode'];

/** The headers of the page's own API calls. Only with them does the API accept the session cookie. */
const headersOf = (mode: Mode) => ({
  'Sec-Fetch-Site': 'same-origin',
  'X-Service-Mode': mode,
  'X-Website-Session': 'customer',
});

/** Reads from the API with the page's session. */
export async function readAs<T>(page: Page, path: string, mode: Mode = 'test'): Promise<T> {
  const response = await page.request.get(path, { headers: headersOf(mode) });
  return (await response.json()) as T;
}

/** Calls the API with the page's session. Expects success. */
export async function callAs(page: Page, mode: Mode, path: string, data: object = {}): Promise<unknown> {
  const response = await page.request.post(path, { data, headers: headersOf(mode) });
  expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return response.json();
}

/** Creates a draft with the page's session, over the API. Returns its id. */
export async function draftCase(page: Page, mode: Mode, changes: Partial<CaseFacts> = {}): Promise<string> {
  const facts = mode === 'live' ? marylandFacts(changes) : buildFacts(changes);
  const { id } = (await callAs(page, mode, '/v1/cases', facts)) as Case;
  return id;
}

/** Creates and submits a case with the page's session, over the API. Returns its id. */
export async function submittedCase(page: Page, mode: Mode, changes: Partial<CaseFacts> = {}): Promise<string> {
  const id = await draftCase(page, mode, changes);
  await callAs(page, mode, `/v1/cases/${id}/submit`);
  return id;
}

/** The cases of `createPortfolio`: street, unit, tenant, rent in dollars, and how often the submitted case is advanced. */
const portfolio = [
  ['77 Peachtree Avenue', 'Unit 4', 'Marcus Delgado', 1180, 1],
  ['2408 Telegraph Avenue', 'Unit 5', 'Priya Raman', 1625, 2],
  ['930 Calle Amanecer', 'Casa 7', 'Ana Lucero', 990, 4],
  ['1188 Bishop Street', 'Apt 29', 'Jerome Banks', 2100, 6],
  ['310 Lakeshore Drive', 'Apt 12N', 'Olga Petrova', 1875, 7],
  ['44 Bunker Hill Terrace', 'No. 2', 'Sean Murphy', 1240, 9],
  ['410 North Charles Street', 'Apt 2C', 'Dana Whitfield', 1450, 0],
  ['5025 West Thunderbird Road', 'Apt 218', 'Aaliyah Washington', 1310, null],
  ['12 Esplanade Court', 'Townhouse 3', 'Jean Thibodeaux', 1700, null],
] as const;

/** Creates nine test cases in different states over the API. The last two are drafts. */
export async function createPortfolio(page: Page): Promise<void> {
  for (const [line1, unit, tenant, rent, advances] of portfolio) {
    const cents = rent * 100;
    const { property, parties, lease } = buildFacts();
    const facts: Partial<CaseFacts> = {
      property: { ...property, line1, unit },
      parties: [...parties.slice(0, 1), { role: 'defendant', name: tenant }],
      lease: { ...lease, monthlyRentCents: cents },
      ledger: [{ date: day(-40), type: 'charge', amountCents: cents, memo: 'Rent' }],
      amountOwedCents: cents,
    };
    const id = await (advances === null ? draftCase : submittedCase)(page, 'test', facts);
    for (let left = advances ?? 0; left > 0; left -= 1) await callAs(page, 'test', `/v1/cases/${id}/advance`);
  }
}

/** Waits until the page shows this state of the case, in the first element with the role `status`. */
export async function reaches(page: Page, state: string): Promise<void> {
  await expect.poll(() => page.getByRole('status').first().textContent()).toBe(state);
}

/** Opens a tab of the case on the page. */
export async function openPart(
  page: Page,
  part: 'Overview' | 'Documents' | 'Messages' | 'Ledger' | 'History',
): Promise<void> {
  await page.getByRole('tab', { name: part }).click();
  await page.getByRole('tabpanel', { name: part }).waitFor();
}

/** Presses a button and then the button of its dialog, which repeats the verb and explains what it does. */
export async function pressAndConfirm(page: Page, verb: string): Promise<void> {
  await page.getByRole('button', { name: verb, exact: true }).click();
  await confirmIn(page, verb);
}

async function confirmIn(page: Page, verb: string): Promise<void> {
  // The dialog gets its accessible name a moment after it appears.
  const dialog = page.getByRole('dialog', { name: /\w/ });
  await dialog.waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Chooses an item of a menu, by default the menu with the other actions of a case. */
export async function choose(page: Page, item: string, menu = 'Other actions'): Promise<void> {
  await page.getByRole('button', { name: menu }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Chooses one of the other actions of a case, and presses the button of its dialog, which repeats the verb. */
export async function chooseAndConfirm(page: Page, verb: string): Promise<void> {
  await choose(page, verb);
  await confirmIn(page, verb);
}

/**
 * Holds back requests until they are released, so a test can check the page meanwhile, even on a busy machine. With a
 * method, holds back only requests with it.
 */
export async function hold(page: Page, url: string, method?: 'PATCH') {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    if (method === undefined || route.request().method() === method) await released;
    await route.continue();
  });
  return { release };
}
