import {
  type CaseRecord,
  finishedStates,
  type Mode,
  type NextAction,
  operatorAttention,
  type PreparedNextAction,
  quietRetriesMs,
  shownNextAction,
  type State,
} from '@evict/case-model';
import { readRecord } from './decisions/versions.ts';
import { eligibleSql } from './attorneys/eligibility.ts';
import { Prisma } from './generated/client.ts';
import { allIds, allRows, prismaOf, raw, sql, type Statement, type Store } from './database/store.ts';
import { newestViews, type TenantDataViewRow, viewAsEvent } from './events/tenant-data-views.ts';

// Queries for operators, across organizations and modes.

/** The fields of a case that `ops` checks before it sends a command. */
export interface OperatorCase {
  id: string;
  organizationId: string;
  mode: Mode;
  state: State;
  heldFrom: State | null;
  jurisdiction: string;
  attorneyId: string | null;
  nextAction: NextAction;
  erasedAt: Date | null;
  record: CaseRecord | null;
}

/** Finds a case of any organization, or returns null. */
export async function findCaseForOperator(store: Store, id: string): Promise<OperatorCase | null> {
  const row = await prismaOf(store).case.findUnique({ where: { id }, select: { ...operatedFields, record: true } });
  return row && ({ ...withShownAction(row), record: readRecord(row.record) } as unknown as OperatorCase);
}

export interface CaseFilter {
  state?: State | undefined;
  mode?: Mode | undefined;
  /** In upper case. */
  jurisdiction?: string | undefined;
  organizationId?: string | undefined;
  attorneyId?: string | undefined;
  /** Only cases that need attention. */
  attention?: boolean | undefined;
  /** Only cases with a failed step that is retried automatically. */
  retrying?: boolean | undefined;
  /** Only cases whose attorney is no longer eligible. */
  lapsed?: boolean | undefined;
  /** Only open cases whose next deadline is this day or earlier, `YYYY-MM-DD`. */
  deadlineUntil?: string | undefined;
}

/** A case in the operators' list, without anything that identifies the tenant. */
export type ListedCase = Omit<Prisma.CaseGetPayload<{ select: typeof listedFields }>, 'nextAction'> & {
  nextAction: NextAction;
  /** The next deadline from today on, `YYYY-MM-DD`. */
  nextDeadline: string | null;
  attention: string[];
};

/** Lists the newest cases that match the filter, up to `limit`. */
export async function listCasesForOperator(store: Store, filter: CaseFilter, limit: number): Promise<ListedCase[]> {
  type Row = Omit<ListedCase, 'attention'> & { record: CaseRecord | null; caseTime: number };
  const rows = await allRows<Row>(store)`${operatorList(filter, limit)}`;
  return rows.map(({ record, caseTime, ...row }) => ({
    ...withShownAction(row),
    attention: reasonsOf(readRecord(record), caseTime),
  }));
}

/** The query that `listCasesForOperator` runs. */
export function operatorList(filter: CaseFilter, limit: number): Statement {
  const { attention = false, retrying = false, lapsed = false, deadlineUntil } = filter;
  const equal = equalColumns.flatMap((column) =>
    filter[column] === undefined ? [] : [sql`c.${raw(`"${column}"`)} = ${filter[column]}`],
  );
  const conditions = [raw('true'), ...equal, ...(attention ? [mayNeedOperators, needsAttention] : [])];
  if (retrying) conditions.push(mayNeedOperators, isRetried);
  if (lapsed) conditions.push(isLapsed);
  if (deadlineUntil !== undefined) conditions.push(isOpen, sql`(${nextDeadline}) <= ${deadlineUntil}`);
  const columns = Object.keys(listedFields).map((column) => `c."${column}"`);
  return sql`SELECT ${raw(columns.join(', '))}, c.record, (${caseTime})::float8 AS "caseTime",
      (${nextDeadline}) AS "nextDeadline"
    FROM "Case" c WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY c."createdAt" DESC, c.id DESC LIMIT ${limit}`;
}

type FileRow = Prisma.CaseGetPayload<{ include: typeof fileParts }>;

/** Everything about a case, including superseded documents, internal events and the newest reads of tenant data. */
export type OperatorCaseFile = Omit<FileRow, 'events' | 'views' | 'nextAction'> & {
  nextAction: NextAction;
  events: (FileRow['events'][number] | ReturnType<typeof viewAsEvent>)[];
  attention: string[];
};

/**
 * Reads a case file. Returns null if there is no such case. The file contains tenant data, so call `recordOperatorView`
 * first.
 */
export async function readCaseFileForOperator(store: Store, id: string): Promise<OperatorCaseFile | null> {
  const row = await prismaOf(store).case.findUnique({ where: { id }, include: fileParts });
  if (!row) return null;
  const { views, ...rest } = row;
  const events = [...row.events, ...(views as TenantDataViewRow[]).map(viewAsEvent)];
  // Sorting is stable, so events that share a time keep their order.
  events.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const now = Date.now() + Number(row.clockAheadMs);
  return { ...withShownAction(rest), events, attention: reasonsOf(readRecord(row.record), now) };
}

/** Lists the live cases in these jurisdictions for which no attorney was found, oldest first. */
export async function listCasesWithoutAttorney(
  store: Store,
  jurisdictions: readonly string[],
): Promise<{ id: string; organizationId: string; mode: Mode }[]> {
  const rows = await prismaOf(store).case.findMany({
    where: {
      mode: 'live',
      state: 'submitted',
      failedStep: 'engage_attorney',
      jurisdiction: { in: [...jurisdictions] },
    },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, organizationId: true, mode: true },
  });
  return rows.map((row) => ({ ...row, mode: row.mode as Mode }));
}

/**
 * Lists the ids of open cases, newest first, whose attorney is not verified or not licensed in the property's state.
 * `attorneyId` limits the list to one attorney. Drafts are excluded, because they get an attorney again at their next
 * submit.
 */
export async function listLapsedCases(store: Store, attorneyId: string | null = null): Promise<string[]> {
  return allIds(store)`
    SELECT c.id FROM "Case" c WHERE ${isLapsed}
        AND (${attorneyId}::text IS NULL OR c."attorneyId" = ${attorneyId})
      ORDER BY c."createdAt" DESC, c.id DESC`;
}

function withShownAction<Row extends { nextAction: unknown }>(
  row: Row,
): Omit<Row, 'nextAction'> & { nextAction: NextAction } {
  return { ...row, nextAction: shownNextAction(row.nextAction as PreparedNextAction, Date.now()) };
}

const operatedFields = {
  id: true,
  organizationId: true,
  mode: true,
  state: true,
  heldFrom: true,
  jurisdiction: true,
  attorneyId: true,
  nextAction: true,
  erasedAt: true,
} as const satisfies Prisma.CaseSelect;

const listedFields = {
  ...operatedFields,
  ground: true,
  entryPoint: true,
  failedStep: true,
  retryAt: true,
  legalHold: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.CaseSelect;

const oldestFirst = [{ createdAt: 'asc' }, { id: 'asc' }] as const;

const fileParts = {
  attorney: {
    select: { id: true, name: true, verified: true, licenses: { select: { state: true, barNumber: true } } },
  },
  documents: { orderBy: [{ createdAt: 'asc' }, { specId: 'asc' }, { id: 'asc' }] },
  serviceAttempts: { orderBy: [...oldestFirst] },
  filings: { orderBy: [...oldestFirst] },
  charges: { orderBy: [...oldestFirst] },
  notes: { orderBy: [...oldestFirst] },
  events: { orderBy: [{ createdAt: 'asc' }, { sequence: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }] },
  views: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: newestViews },
} satisfies Prisma.CaseInclude;

const equalColumns = ['state', 'mode', 'jurisdiction', 'organizationId', 'attorneyId'] as const;

const finished = finishedStates.map((state) => `'${state}'`).join(', ');

/** Repeats the condition of a partial index that contains few cases, so that PostgreSQL uses it. */
const mayNeedOperators = raw(`(c.state = 'on_hold' OR c."failedStep" IS NOT NULL) AND c.state NOT IN (${finished})`);

const isOpen = raw(`c.state NOT IN (${finished})`);

/** The current time on the case's clock, in epoch milliseconds. */
const caseTime = raw(`extract(epoch FROM now()) * 1000 + c."clockAheadMs"`);

/**
 * Selects the earliest deadline that is today or later on the case's clock. The list omits the names of deadlines,
 * because a court may have written them.
 */
const nextDeadline = sql`SELECT min(d ->> 'date') FROM jsonb_array_elements(c.deadlines) d
  WHERE d ->> 'date' >= to_char(to_timestamp((${caseTime}) / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;

/**
 * Used together with `mayNeedOperators`. Matches cases on hold (which includes withdrawals that wait for confirmation),
 * steps that are no longer retried or have failed for an hour, and failed emails, which `failedStep` doesn't show if
 * another step has failed too.
 */
const needsAttention = sql`(c.state = 'on_hold' OR c."retryAt" IS NULL OR c.record @> '{"mailFailed": true}'
  OR (c.record #>> '{failure,since}')::bigint <= ${caseTime} - ${raw(quietRetriesMs)})`;

const isRetried = raw('c."retryAt" IS NOT NULL');

const isLapsed = raw(`c.state NOT IN ('draft', ${finished}) AND EXISTS (
  SELECT FROM "User" u WHERE u.id = c."attorneyId" AND NOT (${eligibleSql('c.jurisdiction')}))`);

/** Returns the reasons why a case needs attention. A case without a record has not started, so it has none. */
function reasonsOf(record: CaseRecord | null, now: number): string[] {
  return record === null ? [] : operatorAttention(record, now);
}
