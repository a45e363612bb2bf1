import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';

export interface Person {
  email: string;
  password: string;
}

/** Signs up on the page, and waits for the list of cases. */
export async function signUp(page: Page): Promise<Person> {
  const person = { email: `robin.${randomUUID()}@example.com`, password: 'correct horse battery' };
  await page.goto('/sign-up');
  await page.getByLabel('Your name').fill('Robin Example');
  await page.getByLabel('Organization name').fill('Sandbox Holdings LLC');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
  return person;
}

/** Signs in on the page that the visitor is on. */
export async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}
