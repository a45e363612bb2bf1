import { attemptsOfRound, type CaseFacts, type ServiceMethod } from '@evict/case-model';
import { readRecord } from '../decisions/versions.ts';
import { allRows, prismaOf, raw, type Store } from '../database/store.ts';

type Reporter = 'customer' | 'attorney' | 'platform';

/** The events since the facts were frozen, as the summary for the review of a filing prints them. */
export interface SummaryHistory {
  frozenAt: string;
  noticeServed: {
    defendant: string | null;
    method: ServiceMethod;
    servedDate: string;
    expires: string | null;
    citation: string | null;
    reportedBy: Reporter;
  }[];
  reports: {
    kind: 'payment' | 'cure_reported';
    date: string | null;
    detail: string | null;
    reportedBy: Reporter;
    reportedAt: string;
  }[];
}

/** How many reports of each kind a summary prints. It prints the newest, and the case's history has all of them. */
const printedReports = 200;

/** Returns when a case's facts were frozen, how its notice was served, and the payments and cures reported since. */
export async function getSummaryHistory(
  store: Store,
  { caseId, facts }: { caseId: string; facts: CaseFacts },
): Promise<SummaryHistory> {
  const [events, served, { record }] = await Promise.all([
    // Selects the newest of each kind, so that one frequent kind of report can't crowd out the others.
    allRows<EventRow>(store)`
      SELECT e.action, e."actorType", e."createdAt", e.detail->>'date' AS date, e.detail->>'detail' AS detail
      FROM unnest(ARRAY['submit', 'notice_served', 'payment', 'cure_reported']) AS wanted (action)
      CROSS JOIN LATERAL (
        SELECT * FROM "CaseEvent" WHERE "caseId" = ${caseId} AND action = wanted.action
        ORDER BY sequence DESC NULLS LAST LIMIT ${raw(printedReports)}
      ) e
      ORDER BY e.sequence`,
    allRows<ServedRow>(store)`
      SELECT id, "partyIndex", method, "servedDate", expires, citation FROM "ServiceAttempt"
      WHERE "caseId" = ${caseId} AND stage = 'notice' AND status = 'served' ORDER BY "createdAt", id`,
    prismaOf(store).case.findUniqueOrThrow({ where: { id: caseId }, select: { record: true } }),
  ]);
  // After a new notice, the summary leaves out the service of the old one.
  const current = readRecord(record);
  const standing = current ? attemptsOfRound(current, 'notice').map(({ id }) => id) : [];
  const frozen = events.findLast(({ action }) => action === 'submit');
  const reportOfService = events.findLast(({ action }) => action === 'notice_served');
  const since = events.filter(({ action }) => action === 'payment' || action === 'cure_reported');
  return {
    frozenAt: (frozen?.createdAt ?? new Date(0)).toISOString(),
    noticeServed: served
      .filter(({ id }) => standing.includes(id))
      .map(({ partyIndex, method, servedDate, expires, citation }) => ({
        method,
        servedDate,
        expires,
        citation,
        defendant: partyIndex === null ? null : (facts.parties[partyIndex]?.name ?? null),
        reportedBy: reportOfService?.actorType ?? 'attorney',
      })),
    reports: since.map(({ action, actorType, createdAt, date, detail }) => ({
      kind: action as 'payment' | 'cure_reported',
      date,
      detail,
      reportedBy: actorType,
      reportedAt: createdAt.toISOString(),
    })),
  };
}

interface EventRow {
  action: string;
  actorType: Reporter;
  createdAt: Date;
  date: string | null;
  detail: string | null;
}

type ServedRow = Omit<SummaryHistory['noticeServed'][number], 'defendant' | 'reportedBy'> & {
  id: string;
  partyIndex: number | null;
};
