import { expect, onTestFinished, test } from 'vitest';
import { checkOut, measured, note, run, system } from './system.ts';

const image = 'eviction-case-service:local';

test('the image can be built from its Dockerfile', async () => {
  const built = system(await checkOut('HEAD'), 'evict-image');
  onTestFinished(() => built.remove());
  await measured('build of the image, with the cache of earlier builds', () => built.compose('build'));
});

test("the image is small and read-only, doesn't run as root, and contains no build tools", async () => {
  const [inspected] = JSON.parse(await run('docker', ['image', 'inspect', image])) as [
    { Size: number; Config: { User: string }; RootFS: { Layers: string[] } },
  ];
  note(image, `${Math.round(inspected.Size / 1e6)} MB in ${inspected.RootFS.Layers.length} layers`);
  expect(inspected.Config.User).toBe('1000:1000');
  expect(inspected.Size).toBeLessThan(800e6);

  const inside = (script: string) =>
    run('docker', ['run', '--rm', '--network=none', '--entrypoint=sh', image, '-c', script]);
  expect(
    await inside('for one in npm npx pnpm yarn corepack gcc make git python3 curl; do command -v $one; done; true'),
  ).toBe('');
  expect(await inside('find /app /usr /etc /bin /opt -writable -not -type l 2>/dev/null; true')).toBe('');
  expect(
    await inside('ls -d node_modules/.pnpm/vitest@* node_modules/.pnpm/typescript@* test/e2e .env 2>/dev/null; true'),
  ).toBe('');
});

test('the image contains lists of its packages, with a license for each', async () => {
  for (const file of ['services.cdx.json', 'pages.cdx.json', 'system.cdx.json']) {
    const cat = ['run', '--rm', '--network=none', '--entrypoint=cat', image, `/app/sbom/${file}`];
    const content = await run('docker', cat);
    const { bomFormat, components } = JSON.parse(content) as { bomFormat: string; components: Component[] };
    expect(bomFormat).toBe('CycloneDX');
    const foreign = components.filter(({ group, type }) => group !== '@evict' && type === 'library');
    note(`packages in ${file}`, String(foreign.length));
    expect(foreign.length).toBeGreaterThan(50);
    const unnamed = foreign.filter(({ name: one, licenses = [] }) => licenses.length === 0 && !licensedByText.has(one));
    expect(unnamed.map(({ purl }) => purl)).toEqual([]);
  }
});

/** The manifests of these packages name no license, but their license texts do. */
const licensedByText = new Set(['png-js', 'seq-queue', 'unionfs']);

interface Component {
  type: string;
  group?: string;
  name: string;
  purl: string;
  licenses?: unknown[];
}
