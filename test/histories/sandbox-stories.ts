import { type CaseFacts, serviceMethods, type State } from '@evict/case-model';
import { newId } from '@evict/store/ids';
import type { TestStore } from '@evict/store/testing';
import type { CommandResult } from '@evict/temporal';
import type { TestStack } from '@evict/testkit';
import { buildFacts, day } from '../e2e/support/facts.ts';
import { advanceCase, lostAdvance, type SeededCase, seedDraft } from '../e2e/support/seed.ts';
import type { Story } from './story.ts';

interface SandboxStory {
  name: string;
  facts: Partial<CaseFacts>;
  /**
   * `advance` as often as named; the other commands once each, a submit with the code of its refusal if it is refused.
   * The sender of `lostAdvance` dies before it skips the clock.
   */
  commands: readonly (
    | ['advance', number]
    | ['lostAdvance']
    | ['reportCure']
    | ['withdraw']
    | ['submit', 'gates_failed'?]
  )[];
  endsIn: State;
}

const priorNotice = { servedDate: day(-60), method: serviceMethods[0], periodDays: 30 };

const stories: readonly SandboxStory[] = [
  {
    name: 'nonpayment-notice-cares-closed',
    facts: { attestations: { ...buildFacts().attestations, caresCovered: true } },
    commands: [['submit'], ['advance', 11]],
    endsIn: 'closed',
  },
  {
    name: 'lease-violation-cured',
    facts: {
      ground: 'lease_violation',
      violation: { description: 'A dog is kept although the lease allows no animals.', date: day(-10) },
    },
    commands: [['submit'], ['advance', 2], ['reportCure']],
    endsIn: 'resolved',
  },
  {
    name: 'holdover-filing-closed',
    facts: {
      ground: 'holdover',
      entryPoint: 'filing',
      lease: { startDate: day(-500), endDate: day(-20) },
      priorNotice,
    },
    commands: [['submit'], ['advance', 8]],
    endsIn: 'closed',
  },
  {
    name: 'nonpayment-filing-rejected',
    facts: { freeText: 'sandbox:filing_rejected' },
    commands: [['submit'], ['advance', 14]],
    endsIn: 'closed',
  },
  {
    name: 'changes-requested-resubmitted-withdrawn',
    facts: { freeText: 'sandbox:request_changes sandbox:service_failed' },
    commands: [['submit'], ['advance', 1], ['submit'], ['advance', 2], ['withdraw']],
    endsIn: 'withdrawn',
  },
  {
    name: 'rejected-held-withdrawn',
    facts: { freeText: 'sandbox:reject' },
    commands: [['submit'], ['advance', 1], ['withdraw']],
    endsIn: 'withdrawn',
  },
  {
    name: 'clock-left-behind-withdrawn',
    facts: {},
    commands: [['submit'], ['lostAdvance'], ['advance', 1], ['withdraw']],
    endsIn: 'withdrawn',
  },
  {
    name: 'refused-at-its-first-submit',
    facts: { attestations: { ...buildFacts().attestations, authority: false } },
    commands: [['submit', 'gates_failed']],
    endsIn: 'draft',
  },
];

/** They send their commands past HTTP. */
export const sandboxStories: readonly Story<{ stack: TestStack }>[] = stories.map((story) => ({
  name: story.name,
  endsIn: story.endsIn,
  tenantData: buildFacts(story.facts),
  play: ({ stack }) => play(stack, story),
}));

async function play(stack: TestStack, { name, facts, commands }: SandboxStory): Promise<string> {
  const ref = await seedDraft(stack, facts);
  if (facts.entryPoint === 'filing') await addPriorNotice(stack.store, ref.caseId);
  for (const [command, detail] of commands) {
    const times = command === 'advance' ? detail : 1;
    const expected = command === 'submit' && detail ? detail : 'ok';
    for (let time = 1; time <= times; time += 1) {
      const result = await send(stack, command, ref);
      const code = result.ok ? 'ok' : result.code;
      if (code !== expected) throw new Error(`${name}: ${command} ${time} returned ${code}`);
    }
  }
  return ref.caseId;
}

async function send(
  stack: TestStack,
  command: SandboxStory['commands'][number][0],
  ref: SeededCase,
): Promise<CommandResult> {
  if (command === 'advance') return advanceCase(stack, ref);
  if (command === 'lostAdvance') return lostAdvance(stack, ref);
  return command === 'withdraw' ? stack.cases.withdraw(ref, { isDraft: false }) : stack.cases[command](ref);
}

/** Rows alone: the gates ask whether the papers are there, and a history holds no bytes. */
async function addPriorNotice({ prisma }: TestStore, caseId: string): Promise<void> {
  await prisma.document.createMany({
    data: ['prior_notice', 'prior_notice_proof'].map((purpose) => ({
      id: newId('document'),
      caseId,
      kind: 'evidence',
      purpose,
      filename: `${purpose}.pdf`,
      contentType: 'application/pdf',
      contentHash: '0'.repeat(64),
      sizeBytes: 1,
    })),
  });
}
