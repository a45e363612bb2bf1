import { type CaseFacts, serviceMethods } from '@evict/case-model';
import { newId, type Store } from '@evict/store';
import type { CommandResult } from '@evict/temporal';
import type { TestStack } from '@evict/testkit';
import { buildFacts, day } from '../e2e/support/facts.ts';
import { advanceCase, type SeededCase, seedDraft } from '../e2e/support/seed.ts';

/** A way through the life of a case, whose history is kept and replayed on every change of the workflow. */
export interface Story {
  name: string;
  facts: Partial<CaseFacts>;
  /** `advance` as often as named; the other commands once each. */
  commands: readonly (['advance', number] | ['reportCure'] | ['withdraw'] | ['submit'])[];
  endsIn: string;
}

const priorNotice = { servedDate: day(-60), method: serviceMethods[0], periodDays: 30 };

export const stories: readonly Story[] = [
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
];

/** Plays a story on the real servers; gives the id of its case. Throws when a command is refused. */
export async function playStory(stack: TestStack, { name, facts, commands }: Story): Promise<string> {
  const ref = await seedDraft(stack, facts);
  if (facts.entryPoint === 'filing') await addPriorNotice(stack.store, ref.caseId);
  for (const [command, times = 1] of commands) {
    for (let time = 0; time < times; time += 1) {
      const result = await send(stack, command, ref);
      if (!result.ok) throw new Error(`${name}: ${command} ${time + 1} answers ${result.code}`);
    }
  }
  return ref.caseId;
}

async function send(stack: TestStack, command: Story['commands'][number][0], ref: SeededCase): Promise<CommandResult> {
  if (command === 'advance') return advanceCase(stack, ref);
  return command === 'withdraw' ? stack.cases.withdraw(ref, { isDraft: false }) : stack.cases[command](ref);
}

/** Rows alone: the gates ask whether the papers are there, and a history holds no bytes. */
async function addPriorNotice({ prisma }: Store, caseId: string): Promise<void> {
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
