/** `npm run demo`: the main job through the public interface, on the stack that runs or on one of its own. */
import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import { readConfigOrExit } from '@evict/config';
import { routes } from '@evict/contract';
import { dateOf } from '@evict/jurisdictions';
import { CannotStart } from '../cannot-start.ts';
import { stackSettings } from '../settings.ts';
import { type Places, withStack } from '../with-stack.ts';
import { demoCases } from './cases/index.ts';
import { Client } from './client.ts';
import { placeLines } from './places.ts';
import { type Ended, runCase } from './run-case.ts';
import { draftLines, endLines, type Paint, stepLines } from './timeline.ts';

// `hasColors` of a terminal honours NO_COLOR.
const coloured = process.stdout.isTTY && process.stdout.hasColors();
const paint: Paint = (style, text) => (coloured ? styleText(style, text) : text);
const settings = readConfigOrExit(process.env, stackSettings);

try {
  const asExpected = await withStack({ settings, env: process.env, report: console.log }, demo);
  process.exitCode = asExpected ? 0 : 1;
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
}

/** True when every case reached its expected end. */
async function demo(places: Places): Promise<boolean> {
  const startedAt = performance.now();
  const { token } = await signUp(places.api);
  const { secret } = await new Client(places.api, token).call(routes.createApiKey);
  const client = new Client(places.api, secret);
  const results: Result[] = [];
  for (const demoCase of demoCases) {
    const ended = await runCase(client, demoCase, dateOf(Date.now()), {
      drafted: (draft, uploads, gates) => print(draftLines(demoCase, draft, uploads, gates, paint)),
      taken: (taken) => print(stepLines(taken, paint)),
    });
    print(endLines(ended, paint));
    results.push({ letter: demoCase.letter, ended });
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  print(['', ...placeLines(places, results), `  ${'Test API key'.padEnd(15)}${secret}`, '']);
  return conclude(results, seconds);
}
