/**
 * Fails if a recorded history differs from the last version tag. Open cases may have such a history, and the workflow
 * has to replay it, so never record another one over it. A history may be deleted once no open case can have it. Before
 * the first tag, there is nothing to compare.
 */
import { execFileSync } from 'node:child_process';

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

const tag = git('for-each-ref', '--merged', 'HEAD', '--sort=-creatordate', '--format=%(refname)', 'refs/tags/v*')
  .split('\n')
  .find((name) => name !== '');
if (tag !== undefined) {
  const changed = git('diff', '--name-only', '--no-renames', '--diff-filter=MT', tag, '--', 'test/histories/*.json');
  for (const file of changed.split('\n').filter((name) => name !== '')) {
    console.error(`${file} differs from ${tag}. Record a history under another name instead.`);
    process.exitCode = 1;
  }
}
