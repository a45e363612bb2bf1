import { nextAction, newCase, type CaseFacts } from '@evict/case-model';
import { createDraft, type Store } from '@evict/store';
import { newId } from '@evict/store';
import { buildFacts } from './facts.ts';

/** An organization of its own, and a draft in it: for tests that are not about HTTP. */
export async function seedDraft({ store }: { store: Store }, changes: Partial<CaseFacts> = {}) {
  const organizationId = newId('organization');
  await store.prisma.organization.create({ data: { id: organizationId, name: 'Sandbox Holdings' } });
  const scope = { organizationId, mode: 'test' } as const;
  const action = nextAction(newCase({ caseId: '', ...scope }, 0));
  const caseId = await createDraft(store, scope, buildFacts(changes), action);
  return { caseId, ...scope };
}
