// Pages of due rows, by the partial index over ("dueAt", id). Finished rows have no `dueAt`.

export interface DueRow {
  id: string;
  dueAt: Date;
}

export interface DuePage {
  /** The minimum time for which rows have been due. */
  overdueMs: number;
  /** The last row of the page before; null for the first page. */
  after: DueRow | null;
  count: number;
}

/** A condition for tables with the columns `dueAt` and `id`; `$4` is left for the LIMIT. */
export const isOnDuePage = `"dueAt" IS NOT NULL AND ("dueAt", id) > ($2::timestamptz, $3)
  AND "dueAt" <= now() - make_interval(secs => $1::float8 / 1000)`;

/** The parameters of the condition and the limit. */
export function duePageValues({ overdueMs, after, count }: DuePage): unknown[] {
  return [overdueMs, after?.dueAt ?? '-infinity', after?.id ?? '', count];
}
