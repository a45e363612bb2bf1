import { isDeepStrictEqual } from 'node:util';
import { type CaseFacts, type CaseRecord, type EntryPoint, isFinished } from '@evict/case-model';
import type { CaseRef } from '@evict/temporal';
import fc from 'fast-check';
import { filingEvidence, holdoverFiling } from '../../e2e/support/grounds.ts';
import { type Act, comparable, factBody, paperBody } from '../../e2e/support/live-model.ts';
import { isKeyed, reportedOf } from '../../e2e/support/live-reports.ts';
import { marylandFacts } from '../../e2e/support/live.ts';
import type { File } from '../../e2e/support/service.ts';
import type { Organization } from '../support/customers.ts';
import type { Random } from './random.ts';
import { ViolationError } from './tally.ts';
import { act as send, operate, read } from './acknowledge.ts';
import { createCase, expectOk, uploadTo } from './draft.ts';
import { settle, type Settled } from './settle.ts';
import type { World } from './world.ts';

const actsPerCase = 16;

/** Plays one live case with random commands of all roles; every response is checked against the model. */
export async function playLiveCase(world: World, random: Random, signal: AbortSignal): Promise<void> {
  const { model } = world;
  const organization = random.pick(world.organizations);
  const isFiling = random.isIn(0.3);
  const given = await begin(world, organization, openingOf(isFiling ? 'filing' : 'notice'));

  const whoeverIsNext = fc.constant({ by: 'whoever is next' } as const);
  // What has no key is not sent again blindly.
  const anyAct = model.anyAct().filter((one) => !('report' in one) || isKeyed(one.report));
  const acts = fc.sample(fc.oneof({ weight: 1, arbitrary: anyAct }, { weight: 2, arbitrary: whoeverIsNext }), {
    seed: random.below(2 ** 31),
    numRuns: actsPerCase,
  });
  let { record } = await settle(world, given.ref);
  for (const chosen of acts) {
    if (signal.aborted || isFinished(record.state)) return;
    record = await playOne(world, given, record, chosen.by === 'whoever is next' ? model.nextAct(record) : chosen);
  }
}

function openingOf(entryPoint: EntryPoint): { facts: CaseFacts; files: readonly File[] } {
  const facts = marylandFacts();
  if (entryPoint === 'notice') return { facts, files: [] };
  return { facts: holdoverFiling({ property: facts.property }), files: filingEvidence };
}

interface Given {
  organization: Organization;
  ref: CaseRef;
}

async function begin(
  world: World,
  organization: Organization,
  { facts, files }: { facts: CaseFacts; files: readonly File[] },
): Promise<Given> {
  const caseId = await createCase(world, organization.live, facts);
  for (const file of files) await uploadTo(world, organization.live, caseId, file);
  expectOk(caseId, 'submit', await send(world, organization.live, `/v1/cases/${caseId}/submit`));
  return { organization, ref: { caseId, organizationId: organization.id, mode: 'live' } };
}

async function playOne(world: World, given: Given, before: CaseRecord, act: Act): Promise<CaseRecord> {
  const { caseId } = given.ref;
  const expected = await read(() => world.model.predict(caseId, before, act));
  const response = await sendAct(world, given, before, act);
  const context = `${caseId}, ${JSON.stringify(act)} in ${before.state}`;
  if (response !== expected.code)
    throw new ViolationError('disagreement', `${context}: ${response}, not ${expected.code}`);
  const after = await settle(world, given.ref);
  const difference = differenceOf(after, expected.record(after.record));
  if (difference !== null) throw new ViolationError('disagreement', `${context}: ${difference}`);
  return after.record;
}

/** The parts of the record that differ from the model. Traces of a step that failed in between are ignored. */
function differenceOf({ record, wasMended }: Settled, foretold: CaseRecord): string | null {
  if (wasMended) return record.state === foretold.state ? null : `state ${record.state}, not ${foretold.state}`;
  const [found, wanted] = [comparable(record), comparable(foretold)];
  const names = Object.keys(found) as (keyof typeof found)[];
  const wrong = names.filter((name) => !isDeepStrictEqual(found[name], wanted[name]));
  if (wrong.length === 0) return null;
  return wrong.map((name) => `${name} ${JSON.stringify(found[name])}, not ${JSON.stringify(wanted[name])}`).join('; ');
}

async function sendAct(world: World, { organization, ref }: Given, before: CaseRecord, act: Act): Promise<string> {
  const { caseId } = ref;
  switch (act.by) {
    case 'customer':
      return send(
        world,
        organization.live,
        `/v1/cases/${caseId}/${act.act}`,
        act.act === 'facts' ? factBody : undefined,
      );
    case 'operator':
      return operate(world, ref, act.command);
    case 'attorney': {
      const attorney = world.attorneys[act.who];
      const path = `/v1/attorney/cases/${caseId}`;
      if ('outcome' in act) return send(world, attorney, `${path}/outcomes`, act.outcome);
      if ('report' in act) {
        const { path: below, body } = reportedOf(act.report, before).request;
        return send(world, attorney, `${path}/${below}`, body);
      }
      if ('attaches' in act) return send(world, attorney, `${path}/documents`, paperBody(act.attaches));
      const { documentHashes } = await read(() => world.model.hashesFor(caseId, act));
      return send(world, attorney, `${path}/reviews`, { decision: act.review, notes: 'As discussed.', documentHashes });
    }
  }
}
