import { expect, test } from 'vitest';
import { signUp } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { stack, newPage } = await sharedWorld();

test('the landing page tells visitors what the service is and what it costs, and sends a signed-in user to the home page', async () => {
  const page = await newPage();
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Eviction cases, from notice to writ' }).waitFor();
  await page.getByText('$149 for each live case').waitFor();
  await page.getByRole('figure', { name: 'Sample case' }).getByText('Notice period', { exact: true }).first().waitFor();
  await picture(page, 'landing');
  await expectUsable(page);
  const links = page.getByRole('navigation', { name: 'Website' });
  await links.getByRole('link', { name: 'Developers' }).click();
  await page.waitForURL('**/#developers');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText('Menu', { exact: true }).click();
  await expectUsable(page);
  await links.getByRole('link', { name: 'How it works' }).click();
  await page.waitForURL('**/#how');
  await links.waitFor({ state: 'hidden' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click();
  await page.waitForURL('**/sign-up');
  await page.goto('/request-access');
  await page.getByRole('combobox', { name: /^States/ }).waitFor();
  await page.getByText('$149 for each live case').waitFor();
  await picture(page, 'request-access');
  await signUp(page);
  await page.goto('/');
  await page.waitForURL('**/home');
});

test('the three public forms mark every mistake, and a submission with a filled-in honeypot is discarded', async () => {
  const page = await newPage();
  const leads = () => stack.store.prisma.lead.count();
  const states = page.getByRole('combobox', { name: /^States/ });
  const contact = () => picture(page, 'contact');
  const requestAccess = () => states.waitFor();
  const apply = async () => {
    await states.waitFor();
    await picture(page, 'attorneys-apply');
  };
  for (const [path, verb, faults, take] of [
    ['/contact', 'Send', 3, contact],
    ['/request-access', 'Request access', 2, requestAccess],
    ['/attorneys/apply', 'Apply', 4, apply],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: verb }).waitFor();
    await take();
    await page.getByRole('button', { name: verb }).click();
    await expect.poll(() => page.locator('[aria-invalid=true]').count()).toBe(faults);
    await expectUsable(page);
  }
  await page.getByLabel('Your name').fill('Alex Example');
  await page.getByLabel('Email').fill('alex@example.com');
  await states.fill('mary');
  await page.getByRole('option', { name: 'Maryland' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('option', { name: 'Maryland' }).click();
  await page.getByLabel('Bar number').fill('12345');
  const before = await leads();
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.getByText('We have received your application').waitFor();
  await expectAccessible(page);
  expect(await leads()).toBe(before + 1);
  const { states: sent } = await stack.store.prisma.lead.findFirstOrThrow({ where: { email: 'alex@example.com' } });
  expect(sent).toEqual(['MD']);

  const robot = await newPage();
  await robot.goto('/contact');
  await robot.getByLabel('Your name').fill('Robot');
  await robot.getByLabel('Email').fill('robot@example.com');
  await robot.getByLabel('Message').fill('Buy now');
  await robot.locator('.honeypot').fill('https://robot.example', { force: true });
  await robot.getByRole('button', { name: 'Send' }).click();
  await robot.getByText('We have received your message').waitFor();
  expect(await leads()).toBe(before + 1);
});

test('the guides can be reached from the developer page and from the list of guides, and fit on a phone', async () => {
  const page = await newPage();
  await signUp(page, '/cases');
  await page.getByRole('link', { name: 'Developers' }).click();
  await page.getByRole('heading', { name: 'Developers', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Guides', exact: true }).click();
  await page.getByRole('heading', { name: 'How it works', exact: true, level: 1 }).waitFor();
  await picture(page, 'guides');
  await expectUsable(page);
  const list = page.getByRole('navigation', { name: 'Guides' });
  await list.getByRole('link', { name: 'Your first call' }).click();
  await page.getByRole('heading', { name: 'Your first call', level: 1 }).waitFor();
  await picture(page, 'first-call');
  await expectUsable(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    new RegExp(`^API=${new URL(page.url()).origin}\nKEY=eak_test_...\ncurl `),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Menu', { exact: true }).click();
  await expectUsable(page);
  await list.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });

  // These guides have the widest tables and the longest lines.
  for (const path of ['/docs/guides/errors', '/docs/guides/webhooks', '/docs/guides/website']) {
    await page.goto(path);
    await expectUsable(page);
  }
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
});

test('the API reference is shown, and its page refuses to insert HTML that could run a script', async () => {
  const page = await newPage();
  await page.goto('/docs');
  await page.getByText('/v1/auth/signup', { exact: true }).waitFor();
  const refuses = (act: string) => page.evaluate(`(() => { try { ${act} } catch (e) { return e.name } })()`);
  for (const html of [
    '<img src=x onerror=alert(1)>',
    '<script src=/docs/start.js></script>',
    '<a href=" javascript:alert(1)">a</a>',
    '<iframe srcdoc=a></iframe>',
    '<svg><g onload=alert(1)></g></svg>',
  ]) {
    expect(await refuses(`document.createElement('div').innerHTML = ${JSON.stringify(html)}`), html).toBe('TypeError');
  }
  expect(await refuses("document.createElement('div').innerHTML = '<p>A <em>description</em></p>'")).toBeUndefined();
});
