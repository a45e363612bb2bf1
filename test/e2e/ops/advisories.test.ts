import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const tool = fileURLToPath(new URL('../../../tools/advisories.mjs', import.meta.url));

/** Runs the check against a registry that responses so. */
async function check(status: number, body: object): Promise<{ code: number; output: string; asked: string }> {
  let asked = '';
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => (asked += text));
    request.on('end', () => response.writeHead(status).end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` };
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) =>
    execFile(process.execPath, [tool], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    ),
  );
  server.close();
  return { code, output, asked };
}

const advisory = (severity: string) => ({ koa: [{ severity, title: 'A fault', url: 'https://example.com/1' }] });

test('a serious advisory fails the check, and any other does not', async () => {
  const high = await check(200, advisory('high'));
  expect([high.code, high.output]).toEqual([1, 'advisories: high, koa: A fault https://example.com/1\n']);
  expect(JSON.parse(high.asked)).toMatchObject({
    koa: [expect.stringMatching(/^\d/)],
    '@temporalio/client': [expect.any(String)],
  });
  expect((await check(200, advisory('critical'))).code).toBe(1);
  expect(await check(200, advisory('moderate'))).toMatchObject({ code: 0, output: '' });
  expect(await check(200, {})).toMatchObject({ code: 0, output: '' });
});

test('a registry without advisories is named in one line', async () => {
  const { code, output } = await check(405, {});
  expect([code, output]).toEqual([0, 'advisories: not looked up, the registry does not answer them (status 405)\n']);
});
