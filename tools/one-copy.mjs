/**
 * Fails if the lockfile has two versions of a @temporalio package, whose types and symbols don't mix, or two copies of
 * vitest with different peer dependencies, because a test that loads both can't find its test runner.
 */
import { readFileSync } from 'node:fs';

const lockfile = readFileSync(new URL('../pnpm-lock.yaml', import.meta.url), 'utf8');
const versions = new Map();
for (const [, name, version] of lockfile.matchAll(/^ {2}'(@temporalio\/[\w-]+)@([\w.-]+)'?:/gm)) {
  versions.set(name, new Set(versions.get(name)).add(version));
}
const faults = [...versions]
  .filter(([, found]) => found.size > 1)
  .map(([name, found]) => `${name}: ${[...found].join(', ')}`);
/** Released separately, and later than the others. */
const apart = ['@temporalio/interceptors-opentelemetry-v2'];
const together = [...versions].filter(([name]) => !apart.includes(name));
const releases = new Set(together.flatMap(([, found]) => [...found]));
if (versions.size === 0) faults.push('no @temporalio package was found in pnpm-lock.yaml');
if (releases.size > 1) faults.push(`@temporalio packages of several releases: ${[...releases].join(', ')}`);
const copies = [...lockfile.matchAll(/^ {2}vitest@\S+\(.*\):$/gm)];
if (copies.length !== 1) faults.push(`vitest: ${copies.length} copies; only the top-level package.json should list it`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
