// Pages of what is due, by the partial index over ("dueAt", id): what is over is in none.

export interface DueRow {
  id: string;
  dueAt: Date;
}

export interface DuePage {
  /** Due for at least so long. */
  overdueMs: number;
  /** The last row of the page before; null for the first page. */
  after: DueRow | null;
  count: number;
}

/** For tables with the columns `dueAt` and `id`; `$4` is left for the LIMIT. */
export const isOnDuePage = `"dueAt" IS NOT NULL AND ("dueAt", id) > ($2::timestamptz, $3)
  AND "dueAt" <= now() - make_interval(secs => $1::float8 / 1000)`;

/** The values of the statement, in the order of their numbers. */
export function duePageValues({ overdueMs, after, count }: DuePage): unknown[] {
  return [overdueMs, after?.dueAt ?? '-infinity', after?.id ?? '', count];
}
