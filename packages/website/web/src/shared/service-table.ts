import type { AttorneyForm } from '@evict/contract';
import type { Case } from '../api/queries.ts';

type Attempt = Pick<Case['data']['progress']['service'][number], 'stage' | 'partyIndex' | 'status'>;
export type Stage = Attempt['stage'];

/** A defendant and the attempts to serve them. */
export interface Recipient<A> {
  name: string;
  /**
   * The defendant's index in the parties. Null for the only defendant, because attempts then don't contain an index.
   */
  partyIndex: number | null;
  /** The attempts, oldest first, including those that covered all defendants. */
  attempts: readonly A[];
  pending: A | undefined;
  isReached: boolean;
}

/**
 * The state in which a newly approved paper hasn't been sent out yet. In this state, every attempt on record was made to
 * serve an earlier paper.
 */
const beforeServiceOf: Readonly<Record<Stage, Case['state']>> = {
  notice: 'notice_approved',
  summons: 'filing_accepted',
};

/** Returns the paper that is being served in this state of the case, or null. */
export function stageNow({ fields }: AttorneyForm, { state }: Pick<Case, 'state'>): Stage | null {
  const field = fields['stage'];
  const states = field?.type === 'choice' ? field.states : undefined;
  return (['notice', 'summons'] as const).find((stage) => states?.[stage]?.includes(state)) ?? null;
}

export function recipientsOf<A extends Attempt>(
  { state, data: { parties } }: Pick<Case, 'state'> & { data: Pick<Case['data'], 'parties'> },
  all: readonly A[],
  stage: Stage,
): Recipient<A>[] {
  const defendants = parties.flatMap(({ role, name }, index) => (role === 'defendant' ? [{ name, index }] : []));
  return defendants.map(({ name, index }) => {
    const attempts = all.filter(
      (attempt) => attempt.stage === stage && (attempt.partyIndex === null || attempt.partyIndex === index),
    );
    const pending = attempts.findLast(({ status }) => status === 'pending');
    const isReached = state !== beforeServiceOf[stage] && attempts.at(-1)?.status === 'served';
    return { name, partyIndex: defendants.length > 1 ? index : null, attempts, pending, isReached };
  });
}

/** Returns the status of service on this defendant, in words. */
export function standOf({ isReached, pending, attempts }: Recipient<Attempt>): string {
  if (isReached) return 'Served';
  if (pending) return 'Out for service';
  return attempts.length > 0 ? 'Not served yet' : 'Not sent out';
}
