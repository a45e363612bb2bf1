import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { pathOf } from './files.ts';

// These tests use third-party programs if they are installed.

const has = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;

function run(program: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

test.skipIf(!has('promtool', '--version'))('Prometheus reads the alerts, and they fire for the given values', () => {
  const folder = pathOf('deploy/observability/prometheus');
  expect(run('promtool', 'check', 'rules', `${folder}/alerts.yml`)).toMatchObject({ status: 0 });
  expect(run('promtool', 'test', 'rules', `${folder}/alerts.test.yml`)).toMatchObject({ status: 0 });
});

test.skipIf(!has('kubectl', 'version', '--client')).each(['base', 'overlays/example', 'overlays/managed-temporal'])(
  'kubectl builds the manifests of %s',
  (folder) => {
    const { status, output } = run('kubectl', 'kustomize', pathOf(`deploy/kubernetes/${folder}`));
    expect(output).toMatch(/^kind: Deployment$/m);
    expect(status).toBe(0);
  },
);
