import { expect, test } from 'vitest';
import { signUp } from './support/customer.ts';
import { expectAccessible, expectUsable } from './support/accessible.ts';
import { picture, sharedWorld } from './support/world.ts';

const { stack, newPage } = await sharedWorld();

test('a visitor can read what the service is and what it costs, and send the three public forms, which mark every mistake and discard what a robot fills in', async () => {
  const page = await newPage();
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Eviction cases, from notice to writ' }).waitFor();
  await page.getByText('$149 for each live case').waitFor();
  await page.getByRole('figure', { name: 'Sample case' }).getByText('Notice period', { exact: true }).first().waitFor();
  await picture(page, 'landing');
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

  const more = page.getByRole('navigation', { name: 'More pages' });
  const invalid = page.locator('[aria-invalid=true]');
  const states = page.getByRole('combobox', { name: /^States/ });
  const leads = () => stack.store.prisma.lead.count();
  const before = await leads();
  await more.getByRole('link', { name: 'Contact' }).click();
  const send = page.getByRole('button', { name: 'Send' });
  await send.waitFor();
  await picture(page, 'contact');
  await send.click();
  await expect.poll(() => invalid.count()).toBe(3);
  await expectUsable(page);
  await more.getByRole('link', { name: 'Request live access' }).click();
  await states.waitFor();
  await page.getByText('$149 for each live case').waitFor();
  await picture(page, 'request-access');
  await page.getByRole('button', { name: 'Request access' }).click();
  await expect.poll(() => invalid.count()).toBe(2);
  await expectUsable(page);

  // Only robots fill in the hidden field.
  await more.getByRole('link', { name: 'Contact' }).click();
  await page.getByLabel('Your name').fill('Robot');
  await page.getByLabel('Email').fill('robot@example.com');
  await page.getByLabel('Message').fill('Buy now');
  await page.locator('.honeypot').fill('https://robot.example', { force: true });
  await send.click();
  await page.getByText('We have received your message').waitFor();
  expect(await leads()).toBe(before);

  await page.getByRole('link', { name: 'Back to the home page' }).click();
  await more.getByRole('link', { name: 'For attorneys' }).click();
  await states.waitFor();
  await picture(page, 'attorneys-apply');
  const apply = page.getByRole('button', { name: 'Apply' });
  await apply.click();
  await expect.poll(() => invalid.count()).toBe(4);
  await states.fill('mary');
  const maryland = page.getByRole('option', { name: 'Maryland' });
  await maryland.waitFor();
  await expectUsable(page);
  await maryland.click();
  await page.getByLabel('Your name').fill('Alex Example');
  await page.getByLabel('Email').fill('alex@example.com');
  await page.getByLabel('Bar number').fill('12345');
  await apply.click();
  await page.getByText('We have received your application').waitFor();
  await expectAccessible(page);
  const { states: sent } = await stack.store.prisma.lead.findFirstOrThrow({ where: { email: 'alex@example.com' } });
  expect(sent).toEqual(['MD']);
});

test('the start page of a signed-in user is their home page, and the developer page leads to the guides and the API reference, which fit on a phone and refuse to insert HTML that could run a script', async () => {
  const page = await newPage();
  await signUp(page, '/');
  await page.waitForURL('**/home');
  await page.getByRole('link', { name: 'Developers' }).click();
  await page.getByRole('heading', { name: 'Developers', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Guides', exact: true }).click();
  await page.getByRole('heading', { name: 'How it works', exact: true, level: 1 }).waitFor();
  await picture(page, 'guides');
  const guides = page.getByRole('navigation', { name: 'Guides' });
  await guides.getByRole('link', { name: 'Your first call' }).click();
  await page.getByRole('heading', { name: 'Your first call', level: 1 }).waitFor();
  await picture(page, 'first-call');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy', exact: true }).first().click();
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(
    new RegExp(`^API=${stack.baseUrl}\nKEY=eak_test_...\ncurl `),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByText('Menu', { exact: true }).click();
  await expectUsable(page);
  await guides.getByRole('link', { name: 'Errors' }).click();
  await page.waitForURL('**/docs/guides/errors');
  await expectUsable(page);
  // Together with the errors, these guides have the widest tables and the longest lines.
  for (const guide of ['webhooks', 'website']) {
    await page.goto(`/docs/guides/${guide}`);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), guide).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole('link', { name: 'API reference' }).click();
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
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Home', exact: true }).waitFor();
});
