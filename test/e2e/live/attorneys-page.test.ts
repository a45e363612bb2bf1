import { endNoticePeriod } from '@evict/local';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { environmentOf } from '../support/ops.ts';
import { sharedService } from '../support/service.ts';

const service = await sharedService();
const { stack } = service;
const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = await readFile(join(root, 'docs/attorneys.md'), 'utf8');
const deployment = await readFile(join(root, 'docs/deployment.md'), 'utf8');

/** Opens a shell that runs the page's blocks one after the other. */
async function openShell() {
  const folder = await mkdtemp(join(tmpdir(), 'attorneys-'));
  const shell = spawn('bash', ['--noprofile', '--norc'], {
    cwd: folder,
    env: { ...process.env, ...environmentOf(stack) },
  });
  onTestFinished(async () => {
    shell.kill();
    await rm(folder, { recursive: true });
  });
  let [output, errors] = ['', ''];
  shell.stdout.on('data', (text) => (output += String(text)));
  // Ignores npm's own warnings.
  shell.stderr.on('data', (text) => (errors += String(text).replaceAll(/^npm warn .*\n/gm, '')));
  const until = (mark: string) =>
    expect.poll(() => (shell.exitCode === null ? output : `ended: ${errors}`), { timeout: 60_000 }).toContain(mark);
  /** Runs lines and returns their output once all of them have finished. */
  return async (lines: string): Promise<string> => {
    const mark = `--- ${crypto.randomUUID()}`;
    output = '';
    shell.stdin.write(`${lines}\necho '${mark}'\n`);
    await until(mark);
    expect(errors).toBe('');
    return output.slice(0, output.indexOf(mark));
  };
}

/** Returns the title and the shell code of each section. */
const sectionsOf = (text: string) =>
  text.split(/^##+ /m).map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    code: [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, code = '']) => code).join('\n'),
  }));
const [start, ...others] = sectionsOf(page).filter(({ code }) => code !== '');
const made = sectionsOf(deployment).find(({ title }) => title === 'A case for an attorney');

test('the commands on the page for attorneys take live cases from draft to closed', async () => {
  const run = await openShell();
  await run(`npm() { (cd '${root}' && command npm "$@"); }`);
  expect(start?.code).toContain('API=https://api.example.com\n');
  for (const { title, code } of [start ?? expect.unreachable(), made ?? expect.unreachable(), ...others]) {
    const lines = code.replace('https://api.example.com', stack.baseUrl);
    const printed = await run(lines);
    const promised = [...code.matchAll(/# (\w+)$/gm)].map(([, state]) => state);
    const states = printed.split('\n').filter((line) => promised.includes(line));
    expect(states, title).toEqual(promised);
    if (title !== 'While the notice period runs') continue;
    const caseId = (await run('echo $CASE')).trim();
    await endNoticePeriod(stack, { caseId });
    const ended = 'until call GET "/v1/attorney/cases/$CASE/review" | grep -q case-summary; do sleep 0.2; done';
    await run(ended);
    expect(await stateOf(caseId)).toBe('filing_review');
  }
  const caseId = (await run('echo $CASE')).trim();
  expect(await stateOf(caseId)).toBe('closed');
  expect(await stack.store.prisma.caseEvent.count({ where: { caseId, action: 'operator_action' } })).toBe(0);
});

async function stateOf(id: string): Promise<string> {
  return (await stack.store.prisma.case.findUniqueOrThrow({ where: { id } })).state;
}
