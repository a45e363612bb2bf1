import type { CaseFacts } from '@evict/case-model';
import type { Case } from '@evict/client';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { buildFacts } from '../../e2e/support/facts.ts';
import { marylandFacts } from '../../e2e/support/live.ts';

type Mode = Case['mode'];

/** Calls the API as the page does, by the cookie of who is signed in there. Expects success. */
export async function callAs(page: Page, mode: Mode, path: string, data: object = {}): Promise<unknown> {
  const { origin } = new URL(page.url());
  const headers = { Origin: origin, 'X-Service-Mode': mode };
  const response = await page.request.post(`/app/api${path}`, { data, headers });
  expect(response.ok(), `${path}: ${response.status()} ${await response.text()}`).toBe(true);
  return response.json();
}

/** A draft of who is signed in, without the pages. */
export async function draftCase(page: Page, mode: Mode, changes: Partial<CaseFacts> = {}): Promise<string> {
  const facts = mode === 'live' ? marylandFacts(changes) : buildFacts(changes);
  const { id } = (await callAs(page, mode, '/v1/cases', facts)) as Case;
  return id;
}

/** A submitted case of who is signed in, without the pages. */
export async function submittedCase(page: Page, mode: Mode, changes: Partial<CaseFacts> = {}): Promise<string> {
  const id = await draftCase(page, mode, changes);
  await callAs(page, mode, `/v1/cases/${id}/submit`);
  return id;
}

/** Waits until the page says that the case is in that state: the first element with the role. */
export async function reaches(page: Page, state: string): Promise<void> {
  await expect.poll(() => page.getByRole('status').first().textContent()).toBe(state);
}
