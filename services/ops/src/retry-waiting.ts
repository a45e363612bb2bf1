import { listCasesWithoutAttorney } from '@evict/store/cases';
import type { Context } from './context.ts';
import { failureOf } from './failures.ts';
import { sendOperation } from './operate.ts';

/** The cases that had waited for an attorney: retried, or why not. */
export type Retried = readonly { id: string; refused: string | null }[];

/**
 * Retries the search for an attorney at once, for live cases in these states whose search had failed. An unreachable case
 * is reported and is not an error: cases retry on their own, or wait for `case retry-step`.
 */
export async function retryWaiting(context: Context, states: readonly string[]): Promise<Retried> {
  const waiting = states.length === 0 ? [] : await listCasesWithoutAttorney(context.store, states);
  const retried: { id: string; refused: string | null }[] = [];
  for (const { id, organizationId, mode } of waiting) {
    const ref = { caseId: id, organizationId, mode };
    try {
      const result = await sendOperation(context, ref, { kind: 'retry_step' });
      retried.push({ id, refused: result.ok ? null : result.code });
    } catch (error) {
      const { code, message } = failureOf(error);
      context.warn(`${id} was not retried. ${message}`);
      retried.push({ id, refused: code });
    }
  }
  return retried;
}

export function retriedJson(retried: Retried) {
  return {
    retried: retried.filter(({ refused }) => refused === null).map(({ id }) => id),
    notRetried: retried.flatMap(({ id, refused }) => (refused === null ? [] : [{ id, code: refused }])),
  };
}

/** A line per case, to follow other text. */
export function retriedText(retried: Retried): string {
  return retried
    .map(
      ({ id, refused }) =>
        `\n${id} ${refused === null ? 'looks for an attorney again' : `was not retried: ${refused}`}`,
    )
    .join('');
}
