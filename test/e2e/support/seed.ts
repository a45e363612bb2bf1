import { type CaseFacts, newCase, nextAction } from '@evict/case-model';
import { createDraft, findCase } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import type { CommandResult } from '@evict/temporal';
import { type AdvanceResult, advanceUpdate } from '@evict/temporal/messages';
import type { TestStack } from '@evict/testkit';
import { buildFacts } from './facts.ts';

/** A seeded case with its owner. */
export interface SeededCase {
  caseId: string;
  organizationId: string;
  mode: 'test';
}

/** Seeds a new organization with a draft: for tests that do not need HTTP. */
export async function seedDraft(
  { store }: Pick<TestStack, 'store'>,
  changes: Partial<CaseFacts> = {},
): Promise<SeededCase> {
  const organizationId = newId('organization');
  await store.prisma.organization.create({ data: { id: organizationId, name: 'Sandbox Holdings' } });
  const scope = { organizationId, mode: 'test' } as const;
  const action = nextAction(newCase({ caseId: '', ...scope }, 0));
  const caseId = newId('case');
  await createDraft(store, scope, { id: caseId, facts: buildFacts(changes), nextAction: action });
  return { caseId, ...scope };
}

/** One advance whose sender dies before it skips the case's clock on the server. */
export async function lostAdvance({ store, client }: TestStack, ref: SeededCase): Promise<AdvanceResult> {
  const row = await findCase(store, ref, ref.caseId);
  const sequence = row?.sequence ?? 0;
  return client.workflow.getHandle(ref.caseId).executeUpdate(advanceUpdate, { args: [{ sequence }] });
}

/** Advances the case once from its current state. */
export async function advanceCase({ store, cases }: TestStack, ref: SeededCase): Promise<CommandResult> {
  const row = await findCase(store, ref, ref.caseId);
  return cases.advance(ref, row?.sequence ?? 0);
}
