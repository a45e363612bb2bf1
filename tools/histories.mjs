/**
 * Fails if a recorded history differs from the last version tag. A history stands for cases that may be open on that
 * version, and the workflow has to replay it, so it is never recorded over. It may be deleted once no open case can
 * have such a history. Before the first tag nothing is compared.
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
