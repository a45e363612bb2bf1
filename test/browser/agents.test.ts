import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { confirmationOf, connectAgent } from '../e2e/support/agent.ts';
import { buildFacts } from '../e2e/support/facts.ts';
import { callAs, signUp } from './support/customer.ts';
import { expectUsable, picture, startWorld } from './support/world.ts';

const { newPage, baseUrl } = await startWorld();
const { attestations: _none, ...facts } = buildFacts();

async function newAgent(page: Page) {
  const { secret } = (await callAs(page, 'test', '/v1/api-keys', { confirm: 'required', name: 'Assistant' })) as {
    secret: string;
  };
  return connectAgent(baseUrl, secret);
}

test('a member reads what an assistant asks for, attests, and says yes; a stranger sees nothing', async () => {
  const page = await newPage();
  await signUp(page);
  const agent = await newAgent(page);
  const caseId: string = (await agent.call('create_case', facts)).body.id;
  const asked = await agent.call('submit_case', { caseId });
  const link = `/confirm/${confirmationOf(asked)}?mode=test`;
  expect(asked.body.url).toBe(baseUrl + link);

  const other = await newPage();
  await signUp(other);
  await other.goto(link);
  await other.getByText('Not found', { exact: true }).waitFor();

  await page.goto(link);
  await page.getByRole('heading', { name: 'Submit this case?' }).waitFor();
  await page.getByText('Assistant', { exact: true }).waitFor();
  await page.getByText('Terry Example').waitFor();
  await page.getByRole('table', { name: 'Ledger' }).waitFor();
  await page.getByRole('button', { name: 'Submit case' }).click();
  await page.getByText('Not ready yet').waitFor();
  for (const [name, answer] of [
    ['The plaintiff owns', 'Yes'],
    ['because the tenant did something', 'Yes'],
    ['because of a characteristic', 'Yes'],
    ['covered dwelling', 'No'],
    ['is subsidized', 'No'],
    ['in military service', 'No'],
  ] as const)
    await page
      .getByRole('radiogroup', { name: new RegExp(name) })
      .getByLabel(answer, { exact: true })
      .check();
  await expectUsable(page);
  await picture(page, 'confirm');
  await page.getByRole('button', { name: 'Submit case' }).click();
  await page.getByText('The assistant can now do this once').waitFor();
  expect((await agent.call('submit_case', { caseId })).body.case.state).toBe('notice_review');
  await page.reload();
  await page.getByText('This was confirmed and is done.').waitFor();
});

test('whoever has a link uploads one file in a browser, signed in or not', async () => {
  const page = await newPage();
  await signUp(page);
  const agent = await newAgent(page);
  const caseId: string = (await agent.call('create_case', facts)).body.id;
  const { url } = (await agent.call('request_upload', { caseId, purpose: 'other', filename: 'lease.pdf' })).body;

  const visitor = await newPage();
  await visitor.goto(new URL(url).pathname);
  const file = { name: 'mine.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 lease') };
  await visitor.locator('input[type=file]').setInputFiles(file);
  await expectUsable(visitor);
  await visitor.getByRole('button', { name: 'Upload' }).click();
  await visitor.getByText('The file has arrived').waitFor();
  const { documents } = (await agent.call('get_case', { caseId })).body;
  expect(documents).toMatchObject([{ kind: 'evidence', filename: 'lease.pdf' }]);

  const late = await newPage();
  await late.goto(new URL(url).pathname);
  await late.locator('input[type=file]').setInputFiles(file);
  await late.getByRole('button', { name: 'Upload' }).click();
  await late.getByRole('alert').getByText('Not found').waitFor();
});
