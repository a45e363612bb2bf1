import { type CaseFacts, newCase, nextAction } from '@evict/case-model';
import { createDraft, findCase } from '@evict/store/cases';
import { newId } from '@evict/store/ids';
import type { CommandResult } from '@evict/temporal';
import type { TestStack } from '@evict/testkit';
import { buildFacts } from './facts.ts';
import { command } from './operate.ts';

/** A seeded case with its organization. */
export interface SeededCase {
  caseId: string;
  organizationId: string;
  mode: 'test';
}

/** Creates a new organization with a draft in the database, for tests that don't need HTTP. */
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

/** Copies the row of a case this many times, without its related rows, and returns the ids of the copies. */
export async function copyCase({ store }: Pick<TestStack, 'store'>, caseId: string, count: number): Promise<string[]> {
  const { rows } = await store.pool.query<{ id: string }>(
    `WITH copy AS (SELECT 'case_' || gen_random_uuid() AS id FROM generate_series(1, $2::int))
     INSERT INTO "Case" (id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "factsVersion",
       "packVersions", gates, "nextAction", sequence, "attorneyId", "attorneyAccepted", record)
     SELECT copy.id, "organizationId", mode, state, ground, "entryPoint", jurisdiction, facts, "factsVersion",
       "packVersions", gates, "nextAction", sequence, "attorneyId", "attorneyAccepted",
       jsonb_set(record, '{caseId}', to_jsonb(copy.id))
     FROM "Case" original, copy WHERE original.id = $1 RETURNING id`,
    [caseId, count],
  );
  return rows.map(({ id }) => id);
}

/** Advances the case once from its current state. */
export async function advanceCase(stack: TestStack, ref: SeededCase): Promise<CommandResult> {
  const row = await findCase(stack.store, ref, ref.caseId);
  return command(stack, ref, { kind: 'advance', sequence: row?.sequence ?? 0 });
}
