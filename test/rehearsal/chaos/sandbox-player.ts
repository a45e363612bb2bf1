import { type CaseRecord, type Command, decide, directives, sandboxStep } from '@evict/case-model';
import { day } from '../../e2e/support/facts.ts';
import { pdf } from '../../e2e/support/grounds.ts';
import type { Prediction } from '../../e2e/support/live-model.ts';
import { act as send } from './acknowledge.ts';
import { submitCase } from './draft.ts';
import type { Game } from './play.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

type Act = 'submit' | 'advance' | 'report-cure' | 'facts' | 'withdraw';

/** The fact that the customer reports: the tenant has moved out. */
const fact = { kind: 'moved_out', date: day(0), detail: 'The keys were left.' } as const;

const mostActs = 20;

/** Submits a sandbox case, which is mostly advanced. */
export async function beginSandboxCase(world: World, random: Random): Promise<Game<Act>> {
  const organization = random.pick(world.organizations);
  const ref = await submitCase(world, organization, 'test', {
    ...(random.isIn(0.3) && { files: [{ bytes: pdf(crypto.randomUUID()) }] }),
    ...(random.isIn(0.5) && { freeText: `sandbox:${random.pick(directives)}` }),
  });
  const path = `/v1/cases/${ref.caseId}`;
  return {
    ref,
    choose: (record, turn) => (turn < mostActs ? chooseAct(random, record) : null),
    predict: async (before, act) => predict(before, act),
    send: (_, act) => send(world, organization.test, `${path}/${act}`, act === 'facts' ? fact : undefined),
    // If the step failed while a server was down, the case waits for its retry, and an advance is refused.
    mayBe: (response, act) => act === 'advance' && response === 'nothing_to_advance',
    differenceOf({ record, wasMended }, { state, sequence }) {
      if (record.state === state && (wasMended || record.sequence === sequence)) return null;
      return `${record.state} at ${record.sequence}, not ${state} at ${sequence}`;
    },
  };
}

function chooseAct(random: Random, { state }: CaseRecord): Act {
  if (state === 'draft') return random.isIn(0.9) ? 'submit' : 'withdraw';
  if (state === 'on_hold') return random.isIn(0.3) ? 'withdraw' : 'advance';
  if (random.isIn(0.85)) return 'advance';
  if (random.isIn(0.3)) return 'facts';
  return random.isIn(0.7) ? 'report-cure' : 'withdraw';
}

/** Predicts the decision with the model. Its ids, hashes and times differ from the real ones. */
function predict(record: CaseRecord, act: Act): Prediction {
  const step = sandboxStep(record);
  const command = commandOf(record, act);
  const now = act === 'advance' && step ? step.advanceTo : Date.now();
  const decision = command && decide(record, command, { now, uuid: () => 'drawn', courtNumber: 1 });
  if (!decision) return { code: 'nothing_to_advance', record: () => record };
  return { code: decision.ok ? 'ok' : decision.code, record: () => (decision.ok ? decision.next : record) };
}

/** Returns the command of an act, or null for an advance of a case that has no step to take. */
function commandOf(record: CaseRecord, act: Act): Command | null {
  switch (act) {
    case 'submit':
      if (!record.submission) throw new Error('a case was a draft again without ever having been submitted');
      return { kind: 'submit', attorneyLapsed: false, submission: record.submission, attested: {} };
    case 'report-cure':
      return { kind: 'report_cure' };
    case 'facts':
      return { kind: 'report_fact', fact: fact.kind, date: fact.date };
    case 'withdraw':
      return { kind: 'withdraw' };
    case 'advance': {
      const documents = sandboxStep(record)?.documents.filter(({ stage }) => stage !== null);
      if (!documents) return null;
      return { kind: 'take_step', documents: documents.map(({ specId }) => ({ id: specId, contentHash: specId })) };
    }
  }
}
