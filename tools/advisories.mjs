/**
 * Fails if a locked dependency has an advisory of high or critical severity, unless tools/advisories.json allows it
 * with a reason. If the registry serves no advisories, prints one line and doesn't fail.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { env } from 'node:process';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** The registry from which packages are installed. */
const registry =
  env['npm_config_registry'] ?? execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
const withinMs = 20_000;

/** The versions of every locked package. */
const locked = {};
for (const [, name, version] of read('../pnpm-lock.yaml').matchAll(/^ {2}'?(@?[^@\s']+)@(\d[^:'()]*)'?:$/gm))
  locked[name] = [...new Set([...(locked[name] ?? []), version])];
if (Object.keys(locked).length === 0) throw new Error('no package was found in pnpm-lock.yaml');

const advisories = await ask().catch((error) => {
  console.log(`advisories: skipped, because the registry does not serve them (${error.message})`);
  return {};
});
const allowed = new Map(JSON.parse(read('advisories.json')).map(({ url, reason }) => [url, reason]));
const serious = Object.entries(advisories).flatMap(([name, found]) =>
  found.filter(({ severity }) => severity === 'high' || severity === 'critical').map((one) => ({ name, ...one })),
);
for (const { name, severity, title, url } of serious) {
  const reason = allowed.get(url);
  console.error(`advisories: ${severity}, ${name}: ${title} ${url}${reason ? ` (allowed: ${reason})` : ''}`);
  if (!reason) process.exitCode = 1;
}

async function ask() {
  const response = await fetch(new URL('-/npm/v1/security/advisories/bulk', registry), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(locked),
    signal: AbortSignal.timeout(withinMs),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}
