import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { pathOf } from './files.ts';

// These tests are skipped if the third-party program that they run isn't installed.

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

test.skipIf(!has('promtool', '--version'))('Prometheus accepts the alert rules, and their unit tests pass', () => {
  const folder = pathOf('deploy/observability/prometheus');
  expect(run('promtool', 'check', 'rules', `${folder}/alerts.yml`)).toMatchObject({ status: 0 });
  expect(run('promtool', 'test', 'rules', `${folder}/alerts.test.yml`)).toMatchObject({ status: 0 });
});

test.skipIf(!has('kubectl', 'version', '--client')).each(['base', 'overlays/example', 'overlays/managed-temporal'])(
  'kubectl builds the manifests in %s',
  (folder) => {
    const { status, output } = run('kubectl', 'kustomize', pathOf(`deploy/kubernetes/${folder}`));
    expect(output).toMatch(/^kind: Deployment$/m);
    expect(status).toBe(0);
  },
);
