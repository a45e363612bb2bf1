import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { websitePages } from '@evict/contract/website-pages';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const router = read('packages/website/web/src/router.tsx');
const routes = [
  ...router.matchAll(/^ {2}path: '([^']+)',\n(?: {2}validateSearch: (\w+))?/gm),
  ...router.matchAll(/= visitorPage\('([^']+)', .+, (\w+)\)/g),
].map(([, path = '', search]) => ({ path, search }));
const routeOf = (path: string) => routes.find((route) => route.path.replaceAll(/\$\w+/g, 'the-id') === path);

test('every page that an email or the checkout links to exists on the website and accepts the parameters of the link', () => {
  expect(routes.length).toBeGreaterThan(15);
  for (const [name, page] of Object.entries(websitePages)) {
    const { pathname, hash } = new URL(page('the-id', 'test'), 'https://www.example.com');
    const searches: Record<string, string> = {
      case: 'caseSearch',
      developers: 'developersSearch',
      confirm: 'confirmSearch',
      connectRefused: 'problemSearch',
      upload: 'noSearch',
      attorneySignIn: 'nextPage',
      forgotPassword: 'noSearch',
      singleSignOnDone: 'noSearch',
    };
    expect(routeOf(pathname)?.search, name).toBe(hash.startsWith('#token=') ? 'mailedToken' : searches[name]);
  }
});

test('every link that begins with WEBSITE_ORIGIN leads to a page of the website or a path of the API', () => {
  const sources = globSync('{packages,services}/*/src/**/*.ts', { cwd: root }).filter(
    (path) => !path.endsWith('.test.ts'),
  );
  const links = sources.flatMap((path) =>
    [...read(path).matchAll(/\$\{websiteOrigin\}([^`]*)/g)].map(([, rest = '']) => rest),
  );
  expect(links.length).toBeGreaterThan(3);
  for (const rest of links)
    expect(rest).toMatch(/^\$\{(websitePages\.\w+\(|page\(|oauthPaths\.\w+\}|routes\.\w+\.path\})/);
});
