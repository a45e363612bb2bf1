import { type CaseRecord, decide, type Decision, directives, isFinished, sandboxStep } from '@evict/case-model';
import type { CaseRef } from '@evict/temporal';
import { buildFacts, day } from '../../e2e/support/facts.ts';
import { pdf } from '../../e2e/support/grounds.ts';
import type { Sender } from '../support/customers.ts';
import type { Random } from './random.ts';
import { ViolationError } from './tally.ts';
import { act as send } from './acknowledge.ts';
import { createCase, editDraft, expectOk, uploadTo } from './draft.ts';
import { settle } from './settle.ts';
import type { World } from './world.ts';

type Act = 'submit' | 'advance' | 'report-cure' | 'facts' | 'withdraw';

/** A move, which the customer reports as a fact. */
const fact = { kind: 'moved_out', date: day(0), detail: 'The keys were left.' } as const;

const mostActs = 20;

/** Plays one sandbox case, mostly by advances. Compares every response with the model. */
export async function playSandboxCase(world: World, random: Random, signal: AbortSignal): Promise<void> {
  const { test: customer, id: organizationId } = random.pick(world.organizations);
  const caseId = await createCase(world, customer, buildFacts());
  const ref: CaseRef = { caseId, organizationId, mode: 'test' };
  if (random.isIn(0.3)) await uploadTo(world, customer, caseId, { bytes: pdf(caseId) });
  if (random.isIn(0.5)) await editDraft(world, customer, caseId, `sandbox:${random.pick(directives)}`);
  expectOk(caseId, 'submit', await send(world, customer, `/v1/cases/${caseId}/submit`));

  let { record } = await settle(world, ref);
  for (let acts = 0; acts < mostActs && !signal.aborted && !isFinished(record.state); acts += 1) {
    record = await playOne(world, { customer, ref }, record, chooseAct(random, record));
  }
}

async function playOne(
  world: World,
  { customer, ref }: { customer: Sender; ref: CaseRef },
  before: CaseRecord,
  act: Act,
): Promise<CaseRecord> {
  const { caseId } = ref;
  const decision = predict(before, act);
  const response = await send(world, customer, `/v1/cases/${caseId}/${act}`, act === 'facts' ? fact : undefined);
  const after = await settle(world, ref);
  const context = `${caseId}, ${act} in ${before.state}`;
  const code = decision.ok ? 'ok' : decision.code;
  // The step failed while a server was down: the advance is refused because the case waits for its retry.
  const hasFailed = act === 'advance' && response === 'nothing_to_advance' && after.wasMended;
  if (response !== code && !hasFailed) throw new ViolationError('disagreement', `${context}: ${response}, not ${code}`);
  const { state, sequence } = decision.ok ? decision.next : before;
  const matchesModel = after.record.state === state && (after.wasMended || after.record.sequence === sequence);
  if (!matchesModel) {
    const found = `${after.record.state} at ${after.record.sequence}`;
    throw new ViolationError('disagreement', `${context}: ${found}, not ${state} at ${sequence}`);
  }
  return after.record;
}

function chooseAct(random: Random, { state }: CaseRecord): Act {
  if (state === 'draft') return random.isIn(0.9) ? 'submit' : 'withdraw';
  if (state === 'on_hold') return random.isIn(0.3) ? 'withdraw' : 'advance';
  if (random.isIn(0.85)) return 'advance';
  if (random.isIn(0.3)) return 'facts';
  return random.isIn(0.7) ? 'report-cure' : 'withdraw';
}

/** The decision of the model; its ids, hashes and times differ. */
function predict(record: CaseRecord, act: Act): Decision {
  const context = { now: Date.now(), uuid: () => 'drawn', courtNumber: 1 };
  switch (act) {
    case 'submit':
      if (!record.submission) throw new Error('a case was a draft again without ever having been submitted');
      return decide(record, { kind: 'submit', submission: record.submission, attested: {} }, context);
    case 'report-cure':
      return decide(record, { kind: 'report_cure' }, context);
    case 'facts':
      return decide(record, { kind: 'report_fact', fact: fact.kind, date: fact.date }, context);
    case 'withdraw':
      return decide(record, { kind: 'withdraw' }, context);
    case 'advance': {
      const step = sandboxStep(record);
      if (!step) return { ok: false, code: 'nothing_to_advance' };
      const documents = step.documents
        .filter(({ stage }) => stage !== null)
        .map(({ specId }) => ({ id: specId, contentHash: specId }));
      return decide(record, { kind: 'take_step', documents }, { ...context, now: step.advanceTo });
    }
  }
}
