import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { environmentOf, readStages } from './dockerfile.ts';
import { findGuides } from '../../../services/public-gateway/src/guides/guides.ts';
import { pathOf, readText } from './files.ts';

const stages = readStages();
const image = stages.at(-1)!;
const textsOf = (name: string) => image.instructions.filter((one) => one.name === name).map(({ text }) => text);

test('every base image is named by its exact version', () => {
  const own = new Set(stages.map(({ name }) => name));
  const bases = stages.map(({ from }) => from).filter((from) => !own.has(from));
  expect(bases.length).toBeGreaterThan(0);
  for (const base of bases) expect(base).toMatch(/^[\w./-]+:\d+\.\d+\.\d+(-[\w.-]+)?(@sha256:[\da-f]{64})?$/);
});

test('runs on the Node that a clone brings along, and with the pnpm that the project is set up with', () => {
  const { packages } = ownNode();
  for (const platform of ['linux-x64', 'linux-arm64']) {
    expect(image.from).toBe(`node:${packages[platform]?.version}-bookworm-slim`);
  }
  const pnpm = /pnpm@\d+\.\d+\.\d+/;
  const inSetup = pnpm.exec(readText('deploy/local/run.mjs'))?.[0];
  expect(stages.flatMap(({ instructions }) => instructions).find(({ text }) => pnpm.test(text))?.text).toContain(
    inSetup,
  );
});

test('the oldest Node is the same everywhere, and the types are of its release', () => {
  const { oldest } = ownNode();
  const { engines } = JSON.parse(readText('package.json')) as { engines: { node: string } };
  expect(engines.node).toBe(`>=${oldest}`);
  const [release] = oldest.split('.');
  expect(image.from).toContain(`node:${release}.`);
  expect(readText('pnpm-workspace.yaml')).toContain(`'@types/node': ${release}.`);
  expect(readText('README.md')).toContain(`Node ${release}`);
});

function ownNode() {
  return JSON.parse(readText('deploy/local/own-node.json')) as {
    oldest: string;
    packages: Record<string, { version: string }>;
  };
}

describe('the image', () => {
  test('is not run as root, by a number that Kubernetes can see', () => {
    expect(textsOf('USER')).toEqual(['1000:1000']);
    const [user, entry] = ['USER', 'ENTRYPOINT'].map((name) =>
      image.instructions.findIndex((one) => one.name === name),
    );
    expect(user).toBeLessThan(entry!);
  });

  test('takes files from other stages alone: what was only needed to build stays there', () => {
    const copies = textsOf('COPY');
    expect(copies.length).toBeGreaterThan(0);
    for (const copy of copies) expect(copy).toMatch(/^--from=\w+ /);
    expect(textsOf('ADD')).toEqual([]);
  });

  test('has a health check, and starts a program directly, so that signals reach it', () => {
    expect(textsOf('HEALTHCHECK')).toEqual([
      expect.stringMatching(/CMD \["node", "deploy\/images\/healthcheck\.mjs"\]$/),
    ]);
    expect(textsOf('ENTRYPOINT')).toEqual(['["node"]']);
    expect(textsOf('STOPSIGNAL')).toEqual(['SIGTERM']);
  });

  test('listens to more than itself, on the ports that it exposes, and is production', () => {
    const env = environmentOf(image);
    expect(env).toMatchObject({ NODE_ENV: 'production', HOST: '0.0.0.0', METRICS_HOST: '0.0.0.0' });
    expect(textsOf('EXPOSE').join(' ').split(' ')).toEqual([env['PORT'], env['METRICS_PORT']]);
  });

  test('holds no secret', () => {
    const text = readText('deploy/images/Dockerfile');
    expect(text).not.toMatch(/^ARG/m);
    for (const name of Object.keys(environmentOf(image))) expect(name).not.toMatch(/SECRET|PASSWORD|TOKEN|_URL$/);
  });
});

test('the image has the pages of the website where its process reads them', () => {
  const copies = image.instructions.filter(({ name }) => name === 'COPY').map(({ text }) => text);
  expect(copies).toContain('--from=build /app/pages services/website/dist');
  expect(readText('services/website/src/main.ts')).toContain("new URL('../dist', import.meta.url)");
  const built = stages.find(({ name }) => name === 'build')!.instructions.map(({ text }) => text);
  expect(built).toContain('node deploy/images/pages.ts /app/pages');
});

test('the image has the guides that the public gateway serves', () => {
  const lines = readText('.dockerignore').split('\n');
  const { index, groups, pictures } = findGuides();
  const files = [index, ...groups.flatMap(({ guides }) => guides.map(({ file }) => file)), ...pictures];
  expect(files.length).toBeGreaterThan(50);
  const isTaken = (file: string) => lines.some((line) => line === `!${file}` || file.startsWith(`${line.slice(1)}/`));
  expect(files.filter((file) => !isTaken(file))).toEqual([]);
  expect(image.instructions.map(({ text }) => text)).toContain('--from=production /app ./');
});

test('files that the image does not need are excluded from its build', () => {
  const lines = readText('.dockerignore').split('\n');
  expect(lines.find((line) => line !== '' && !line.startsWith('#'))).toBe('*');
  expect(lines).toEqual(expect.arrayContaining(['**/node_modules', '**/.env*']));
  for (const line of lines.filter((one) => one.startsWith('!')))
    expect(existsSync(pathOf(line.slice(1))), line).toBe(true);
});

test('a rule that is broken is seen', () => {
  const [stage] = readStages('FROM node:24 AS base\nENV A=1 \\\n    B=two\n# USER root\nUSER root\n');
  expect(stage).toMatchObject({ from: 'node:24', name: 'base' });
  expect(environmentOf(stage!)).toEqual({ A: '1', B: 'two' });
  expect(stage!.instructions.at(-1)).toEqual({ name: 'USER', text: 'root' });
});
