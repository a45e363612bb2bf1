import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../own-node.mjs', import.meta.url));
const platform = `${process.platform}-${process.arch}`;
const pinned = { name: 'a-node', version: '99.1.0', integrity: 'sha512-AA==' };

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'own-node-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Runs a copy of the program with these pins. The only npm it can find is the one in `bin`. */
function runWith(pins: object) {
  copyFileSync(program, join(dir, 'own-node.mjs'));
  writeFileSync(join(dir, 'own-node.json'), JSON.stringify(pins));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(dir, 'own-node.mjs')], {
    env: { PATH: `${join(dir, 'bin')}:/bin:/usr/bin`, XDG_CACHE_HOME: dir },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Writes an npm that runs this script in the current folder. */
function writeNpm(script: string): void {
  mkdirSync(join(dir, 'bin'), { recursive: true });
  writeFileSync(join(dir, 'bin', 'npm'), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
}

const cached = () => readdirSync(join(dir, 'eviction-case-service'));

test('own-node.mjs prints nothing if the running Node is new enough', () => {
  expect(execFileSync(process.execPath, [program], { encoding: 'utf8' })).toBe('');
});

test('if the running Node is too old, own-node.mjs gives npm the hash of the pinned version, fetches that version once, and then reuses it', () => {
  const node = `node_modules/${pinned.name}/bin/node`;
  writeNpm(`grep -q '${pinned.integrity}' package-lock.json || exit 1
    mkdir -p ${dirname(node)}; printf '#!/bin/sh\\necho v${pinned.version}' > ${node}; chmod +x ${node}`);
  const pins = { oldest: '99.0.0', packages: { [platform]: pinned } };
  const first = runWith(pins);
  expect(first).toMatchObject({ status: 0, stdout: expect.stringMatching(/a-node-99\.1\.0\/.*\/bin$/) });
  expect(execFileSync(join(first.stdout, 'node'), { encoding: 'utf8' })).toBe('v99.1.0\n');
  writeNpm('exit 1');
  expect(runWith(pins)).toEqual({ status: 0, stdout: first.stdout, stderr: '' });
  expect(cached()).toEqual(['a-node-99.1.0']);
});

test.each([
  ['npm fails', 'exit 1', 'npm could not fetch the pinned Node'],
  ['the fetched Node does not run', 'exit 0', 'The pinned Node does not run on this system'],
])('own-node.mjs asks for a newer Node and leaves no files behind if %s', (_, npm, reason) => {
  writeNpm(npm);
  const { status, stdout, stderr } = runWith({ oldest: '99.0.0', packages: { [platform]: pinned } });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain(`Node 99.0.0 or later is needed, but this is ${process.version}. ${reason}.\nInstall Node`);
  expect(cached()).toEqual([]);
});

test('own-node.mjs fails and says so if no Node is pinned for the platform', () => {
  const { status, stderr } = runWith({ oldest: '99.0.0', packages: {} });
  expect(status).toBe(1);
  expect(stderr).toContain(`No Node is pinned for ${platform}.`);
});
