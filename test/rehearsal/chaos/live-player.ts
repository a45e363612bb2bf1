import { isDeepStrictEqual } from 'node:util';
import type { CaseRecord } from '@evict/case-model';
import fc from 'fast-check';
import { filingEvidence, holdoverFiling } from '../../e2e/support/grounds.ts';
import { type Act, comparable } from '../../e2e/support/live-model.ts';
import { isKeyed } from '../../e2e/support/live-reports.ts';
import { marylandFacts } from '../../e2e/support/live.ts';
import { act as send, operate, read } from './acknowledge.ts';
import { submitCase } from './draft.ts';
import type { Game } from './play.ts';
import type { Random } from './random.ts';
import type { Settled } from './settle.ts';
import type { World } from './world.ts';

const actsPerCase = 16;

/** Submits a live case, on which all roles act at random. */
export async function beginLiveCase(world: World, random: Random): Promise<Game<Act>> {
  const { model, attorneys } = world;
  const organization = random.pick(world.organizations);
  const isFiling = random.isIn(0.3);
  const { property } = marylandFacts();
  const facts = isFiling ? holdoverFiling({ property }) : marylandFacts();
  const ref = await submitCase(world, organization, 'live', { facts, files: isFiling ? filingEvidence : [] });
  // Reports without an idempotency key are left out, because they can't be sent again safely.
  const anyAct = model.anyAct().filter((one) => !('report' in one) || isKeyed(one.report));
  const mostlyNext = fc.oneof({ weight: 1, arbitrary: anyAct }, { weight: 2, arbitrary: fc.constant(null) });
  const acts = fc.sample(mostlyNext, { seed: random.below(2 ** 31), numRuns: actsPerCase });
  return {
    ref,
    choose: (record, turn) => (turn < actsPerCase ? (acts[turn] ?? model.nextAct(record)) : null),
    predict: (before, act) => model.predict(ref.caseId, before, act),
    async send(before, act) {
      if (act.by === 'operator') return operate(world, ref, act.command);
      const sender = act.by === 'customer' ? organization.live : attorneys[act.who];
      const { path, body } = await read(() => model.requestOf(ref.caseId, before, act));
      return send(world, sender, path, body);
    },
    differenceOf,
  };
}

/** Names the parts of the record that differ from the model. Ignores traces of a step that failed meanwhile. */
function differenceOf({ record, wasMended }: Settled, foretold: CaseRecord): string | null {
  if (wasMended) return record.state === foretold.state ? null : `state ${record.state}, not ${foretold.state}`;
  const [found, wanted] = [comparable(record), comparable(foretold)];
  const names = Object.keys(found) as (keyof typeof found)[];
  const wrong = names.filter((name) => !isDeepStrictEqual(found[name], wanted[name]));
  if (wrong.length === 0) return null;
  return wrong.map((name) => `${name} ${JSON.stringify(found[name])}, not ${JSON.stringify(wanted[name])}`).join('; ');
}
