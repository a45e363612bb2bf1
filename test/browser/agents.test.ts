import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Page } from 'playwright-core';
import { confirmationOf, connectAgent } from '../e2e/support/agent.ts';
import { buildFacts } from '../e2e/support/facts.ts';
import { TestApp } from '../e2e/support/oauth.ts';
import { callAs, pressAndConfirm, signUp } from './support/customer.ts';
import { expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { newPage, baseUrl } = await sharedWorld();
const { attestations: _none, ...facts } = buildFacts();

async function newAgent(page: Page) {
  const { secret } = (await callAs(page, 'test', '/v1/api-keys', { confirm: 'required', name: 'Assistant' })) as {
    secret: string;
  };
  return connectAgent(baseUrl, secret);
}

test("a stranger can upload one file with an assistant's link, and only a member can review the assistant's request, attest to the facts and confirm it", async () => {
  const page = await newPage();
  await signUp(page);
  const agent = await newAgent(page);
  const caseId: string = (await agent.call('create_case', facts)).body.id;
  const stranger = await newPage();
  const upload = await agent.call('request_upload', { caseId, purpose: 'other', filename: 'lease.pdf' });
  const file = { name: 'mine.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 lease') };
  const chooseFile = async () => {
    await stranger.goto(new URL(upload.body.url).pathname);
    await stranger.locator('input[type=file]').setInputFiles(file);
  };
  await chooseFile();
  await expectUsable(stranger);
  await stranger.getByRole('button', { name: 'Upload' }).click();
  await stranger.getByText('The file has arrived').waitFor();
  const { documents } = (await agent.call('get_case', { caseId })).body;
  expect(documents).toMatchObject([{ kind: 'evidence', filename: 'lease.pdf' }]);
  await chooseFile();
  await stranger.getByRole('button', { name: 'Upload' }).click();
  await stranger.getByRole('alert').getByText('Not found').waitFor();

  const asked = await agent.call('submit_case', { caseId });
  const link = `/confirm/${confirmationOf(asked)}?mode=test`;
  expect(asked.body.url).toBe(baseUrl + link);
  await signUp(stranger);
  await stranger.goto(link);
  await stranger.getByText('Not found', { exact: true }).waitFor();

  await page.goto(link);
  await page.getByRole('heading', { name: 'Submit this case?' }).waitFor();
  await page.getByText('Assistant', { exact: true }).waitFor();
  await page.getByText('Terry Example').waitFor();
  await page.getByRole('table', { name: 'Ledger' }).waitFor();
  await picture(page, 'confirm');
  const answerTo = (name: string, answer: string) =>
    page.getByRole('radiogroup', { name: new RegExp(name) }).getByLabel(answer, { exact: true });
  // Both lead to the first statement, and nothing is sent before all are answered.
  for (const name of ['0 of 6 statements answered', 'Answer 6 statements']) {
    await page.getByRole('heading', { name: 'Submit this case?' }).focus();
    await page.getByRole('button', { name }).click();
    await answerTo('The plaintiff owns', 'Yes').and(page.locator(':focus')).waitFor();
  }
  expect(await page.getByRole('button', { name: 'Submit case' }).count()).toBe(0);
  for (const [name, answer] of [
    ['The plaintiff owns', 'No'],
    ['because the tenant did something', 'Yes'],
    ['because of a characteristic', 'Yes'],
    ['covered dwelling', 'No'],
    ['is subsidized', 'No'],
    ['in military service', 'No'],
  ] as const)
    await answerTo(name, answer).check();
  await page.getByText('6 of 6 statements answered').waitFor();
  await page.getByRole('button', { name: 'Submit case' }).click();
  await page.getByText('Not ready yet').waitFor();
  await answerTo('The plaintiff owns', 'Yes').check();
  await expectUsable(page);
  await page.getByRole('button', { name: 'Submit case' }).click();
  await page.getByText('The assistant can now do exactly this, once').waitFor();
  expect((await agent.call('submit_case', { caseId })).body.case.state).toBe('notice_review');
  await page.reload();
  await page.getByText('This was confirmed, and the assistant has done it.').waitFor();
});

/** Starts an app that the browser returns to, and records the URLs of these returns. */
async function startApp() {
  const server = createServer((_, res) => res.setHeader('content-type', 'text/html').end('<h1>Back at the app</h1>'));
  const answers: URL[] = [];
  const arrived = new Promise<URL>((resolve) => {
    server.on('request', ({ url = '' }) => {
      if (!url.startsWith('/callback')) return;
      answers.push(new URL(url, 'http://app.example'));
      resolve(answers[0]!);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, arrived, answers };
}

test('a member can connect and disconnect an app, and a request can be answered only once, even if it is open in several tabs', async () => {
  const page = await newPage();
  const { port, arrived, answers } = await startApp();
  const app = new TestApp('Assistant of the tenant portal', `http://127.0.0.1:${port}/callback`);
  expect(await app.run(baseUrl)).toBe('REDIRECT');
  await signUp(page);
  const confirmed = page.getByRole('list', { name: 'Only after a person confirms it each time' });
  // Without the scope `submit`, an app can still withdraw a case if a person confirms that.
  const few = new URL(String(app.authorizeUrl));
  few.searchParams.set('scope', 'read write');
  await page.goto(String(few));
  await confirmed.getByText('Withdraw a case').waitFor();
  const never = page.getByRole('list', { name: 'It cannot' });
  await never.getByText('Submit a case').waitFor();
  expect(await never.getByText('Withdraw a case').count()).toBe(0);
  await page.goto(String(app.authorizeUrl));
  await page.getByRole('heading', { name: 'Connect “Assistant of the tenant portal”?' }).waitFor();
  await page.getByText(`127.0.0.1:${port}`).waitFor();
  expect(await page.getByRole('radio', { name: /^Test/ }).isChecked()).toBe(true);
  expect(await page.getByRole('checkbox', { name: /without asking anyone/ }).isChecked()).toBe(false);
  await confirmed.getByText('Submit a case').waitFor();
  await confirmed.getByText('Withdraw a case').waitFor();
  await page.getByRole('checkbox', { name: /without asking anyone/ }).check();
  await page.getByRole('list', { name: 'Without asking, in test mode' }).getByText('Submit a case').waitFor();
  expect(await confirmed.count()).toBe(0);
  await page.getByRole('checkbox', { name: /without asking anyone/ }).uncheck();
  await expectUsable(page);
  await picture(page, 'connect');
  // Tabs of one context share cookies.
  const connect = { name: 'Connect', exact: true };
  const isAnswered = (tab: Page) => tab.getByRole('heading', { name: 'already answered' }).waitFor();
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', connect).waitFor();
  await page.getByRole('button', connect).dblclick();
  await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
  await other.getByRole('button', connect).click();
  await isAnswered(other);
  await other.reload();
  await isAnswered(other);
  await page.goBack();
  await page
    .getByText(/already answered|You can go back to the app/)
    .first()
    .waitFor();
  expect(answers.length).toBe(1);
  expect(await app.run(baseUrl, (await arrived).searchParams.get('code') ?? '')).toBe('AUTHORIZED');
  const agent = await connectAgent(baseUrl, app.kept?.access_token ?? '');
  expect((await agent.call('list_cases')).isError).toBe(false);

  await page.goto('/developers?part=apps');
  const apps = page.getByRole('region', { name: 'Connected apps' });
  await apps.getByText('Assistant of the tenant portal').waitFor();
  await apps.getByText(`At 127.0.0.1:${port}`).waitFor();
  await expectUsable(page);
  await pressAndConfirm(page, 'Disconnect');
  await apps.getByText('No app is connected').waitFor();
  await expect(connectAgent(baseUrl, app.kept?.access_token ?? '')).rejects.toMatchObject({ code: 401 });

  // Two requests that are open at the same time each get their own answer.
  const [one, two] = [new TestApp('One', app.redirectUrl), new TestApp('Two', app.redirectUrl)];
  for (const [tab, asking] of [
    [page, one],
    [other, two],
  ] as const) {
    await asking.run(baseUrl);
    await tab.goto(String(asking.authorizeUrl));
  }
  for (const [tab, asking] of [
    [page, one],
    [other, two],
  ] as const) {
    await tab.getByRole('heading', { name: `Connect “${asking.name}”?` }).waitFor();
    await tab.getByRole('button', connect).click();
    await tab.getByRole('heading', { name: 'Back at the app' }).waitFor();
    expect(await asking.run(baseUrl, answers.at(-1)?.searchParams.get('code') ?? '')).toBe('AUTHORIZED');
  }
});

test("a visitor can read why an app's request was refused, and a member can connect or refuse a device, but only after entering or comparing its code", async () => {
  const page = await newPage();
  await page.goto('/authorize/refused?problem=temporarily_unavailable');
  await page.getByRole('heading', { name: 'Try again later' }).waitFor();
  await expectUsable(page);
  const readReason = async () => {
    await page.getByRole('heading', { name: 'This app sent an invalid request' }).waitFor();
    await page.getByText('No access was given.').waitFor();
  };
  await page.goto('/oauth/authorize?client_id=nobody');
  await readReason();
  await page.getByText('This app is not registered').waitFor();
  // Anyone can make up such a URL, so the page must not show what it says.
  await page.goto('/authorize/refused?problem=Call+555-0100&request=Call+555-0100');
  await readReason();
  expect(await page.getByRole('main').textContent()).not.toContain('555');
  await signUp(page);
  await page.goto('/authorize');
  await readReason();

  const begin = async () => {
    const body = new URLSearchParams({ client_id: 'eviction-case-cli' });
    return (await (await fetch(`${baseUrl}/oauth/device`, { method: 'POST', body })).json()) as { user_code: string };
  };
  await page.goto('/device');
  await page.getByLabel('Code').fill((await begin()).user_code.toLowerCase());
  await expectUsable(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Connect “Eviction Cases command line”?' }).waitFor();
  await page.getByText('Did you start the program yourself').waitFor();
  await picture(page, 'device');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('You can go back to the app').waitFor();

  const code = (await begin()).user_code;
  // No link skips entering the code.
  await page.goto(`/authorize?request=${code}`);
  await page.getByRole('heading', { name: 'This request has expired' }).waitFor();
  await page.goto(`/device?request=${code}`);
  await page.getByLabel('Code').waitFor();
  await page.goto(`/device?user_code=${code}`);
  await page.getByText(code, { exact: true }).waitFor();
  await expectUsable(page);
  await picture(page, 'device-code');
  await page.getByRole('button', { name: 'The codes match' }).click();
  await page.getByRole('definition').filter({ hasText: code }).waitFor();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('heading', { name: 'Refused' }).waitFor();
  await page.goto('/device?user_code=BBBB-BBBB');
  await page.getByRole('button', { name: 'They do not match' }).click();
  await page.getByRole('heading', { name: 'This request has expired' }).waitFor();
  const other = (await begin()).user_code;
  await page.goto(`/device?user_code=${other}`);
  await page.getByRole('button', { name: 'They do not match' }).click();
  await page.getByRole('heading', { name: 'Refused' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'The codes match' }).click();
  await page.getByRole('heading', { name: 'This request has expired' }).waitFor();
});
