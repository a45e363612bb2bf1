import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readMessage } from './mailed-files.ts';

const never = new AbortController().signal;
const megabyte = 1024 ** 2;
const run = promisify(execFile);

/** A message with one attachment: `unit`, so often that it has 24 MB. */
function messageOf(encoding: string, unit: string): Buffer[] {
  const head = `Content-Type: multipart/mixed; boundary=b

--b
Content-Disposition: attachment; filename=a.csv
Content-Transfer-Encoding: ${encoding}

`;
  return [Buffer.from(head), Buffer.alloc(24 * megabyte, unit), Buffer.from('\n--b--\n')];
}

// The bytes of a message are no part of the heap, and all that is made for a line or a part of it is.
test.each([
  ['line feeds', '7bit', '\n'],
  ['line ends', '7bit', '\r\n'],
  ['padding', 'base64', 'QQ=='],
  ['lines of padding', 'base64', 'QQ==\n'],
  ['soft line ends', 'quoted-printable', '=\n'],
  ['escapes', 'quoted-printable', '=41'],
  ['lines that nearly end a part', '7bit', '--b \t-\n'],
])('24 MB of %s are read with a heap of 96 MB', async (_, encoding, unit) => {
  const code = `
    import { readMessage } from ${JSON.stringify(new URL('mailed-files.ts', import.meta.url).href)};
    ${messageOf.toString().replace('function', 'const megabyte = 1024 ** 2; function')}
    const { files } = await readMessage(messageOf(${JSON.stringify(encoding)}, ${JSON.stringify(unit)}), AbortSignal.timeout(60_000));
    console.log(files.length);`;
  const { stdout } = await run(process.execPath, ['--max-old-space-size=96', '--input-type=module', '-e', code]);
  expect(stdout).toBe('1\n');
});

test('a message with too many parts, too large headers or beyond its time is not read', async () => {
  const parts = Buffer.alloc(megabyte, '\n--b\n\n');
  const [head] = messageOf('7bit', 'a');
  await expect(readMessage([head!, parts], never)).rejects.toThrow('child nodes');
  await expect(readMessage([Buffer.alloc(megabyte, 'A: b\n')], never)).rejects.toThrow('header size');
  await expect(readMessage(messageOf('7bit', '\n'), AbortSignal.abort())).rejects.toThrow('aborted');
});

test('others run while a message is read', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  await readMessage(messageOf('base64', 'QQ=='), never);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(24);
});

test('signatures and pictures within a text are no files, and are named', async () => {
  const part = (type: string, more = '') => `--b\nContent-Type: ${type}\n${more}\nx\n`;
  const read = async (kind: string, ...parts: string[]) => {
    const message = `Message-ID: <1@b.co>\nContent-Type: multipart/${kind}; boundary=b\n\n${parts.join('')}--b--\n`;
    const { files, beside } = await readMessage([Buffer.from(message)], never);
    return { files: files.map(({ filename }) => filename), beside };
  };
  const name = 'Content-Disposition: attachment; filename=a\n';
  const signature = part('application/pgp-signature', name);
  expect(await read('signed', part('text/plain'), signature)).toEqual({ files: [], beside: ['a'] });
  expect(await read('signed', part('application/pdf', name), signature)).toEqual({ files: ['a'], beside: ['a'] });
  expect(await read('related', part('text/html'), part('image/png'))).toEqual({ files: [], beside: ['unnamed'] });
  const invitation = part('text/calendar; method=REQUEST');
  expect(await read('alternative', part('text/plain'), invitation)).toEqual({ files: [], beside: [] });
  expect(await read('related', part('text/html'), part('image/png', name))).toEqual({ files: ['a'], beside: [] });
  const both = await read('mixed', signature, part('application/pdf'));
  expect(both).toEqual({ files: ['a', 'unnamed'], beside: [] });
});
