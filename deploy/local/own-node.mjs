/**
 * Prints nothing if the running Node is new enough. Otherwise prints the folder of the pinned Node for this platform,
 * after fetching it into the cache folder if it is missing. Exits with 1 and a message if that fails. This is plain
 * JavaScript without dependencies, so that it runs on Node 14 and later.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';

const { oldest, packages } = JSON.parse(readFileSync(new URL('own-node.json', import.meta.url), 'utf8'));

try {
  if (!isNewEnough(process.versions.node)) process.stdout.write(dirname(pinnedNode()));
} catch (error) {
  console.error(
    `Node ${oldest} or later is needed, but this is ${process.version}. ${error.message}.\n` +
      'Install Node 24 (https://nodejs.org) and put it first in PATH.',
  );
  process.exitCode = 1;
}

function isNewEnough(version) {
  const [found, needed] = [version, oldest].map((text) => text.split('.').map(Number));
  return found[0] > needed[0] || (found[0] === needed[0] && found[1] >= needed[1]);
}

/** Returns the path of the pinned Node. Throws if none is pinned for this platform, or if it can't be fetched. */
function pinnedNode() {
  // npm's Node packages are linked against glibc and don't run on Alpine and similar systems.
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime;
  const platform = `${process.platform}-${process.arch}${isMusl ? '-musl' : ''}`;
  const pin = packages[platform];
  if (!pin) throw new Error(`No Node is pinned for ${platform}`);
  const cache = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'eviction-case-service');
  const folder = join(cache, `${pin.name}-${pin.version}`);
  if (!existsSync(folder)) fetchInto(folder, pin);
  return programIn(folder, pin.name);
}

function programIn(folder, name) {
  return join(folder, 'node_modules', name, 'bin', 'node');
}

/**
 * Fetches the package into the folder. Concurrent fetches use temporary folders, and the first one to finish is kept.
 */
function fetchInto(folder, { name, version, integrity }) {
  console.error(`Fetching Node ${version} once, because this is ${process.version} …`);
  mkdirSync(dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}.new-`);
  try {
    // With a lock file, npm uses the user's registry and rejects an archive with a different hash.
    const root = { name: 'own-node', version: '1.0.0', private: true, dependencies: { [name]: version } };
    const locked = { '': root, [`node_modules/${name}`]: { version, integrity } };
    const lock = { name: root.name, version: root.version, lockfileVersion: 3, requires: true, packages: locked };
    writeFileSync(join(unfinished, 'package.json'), JSON.stringify(root));
    writeFileSync(join(unfinished, 'package-lock.json'), JSON.stringify(lock));
    const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const { status } = spawnSync('npm', ['ci', ...quiet], { cwd: unfinished, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) throw new Error('npm could not fetch the pinned Node');
    const { stdout } = spawnSync(programIn(unfinished, name), ['--version'], { encoding: 'utf8' });
    if (stdout !== `v${version}\n`) throw new Error('The pinned Node does not run on this system');
    renameSync(unfinished, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
