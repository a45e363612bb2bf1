import type { ListCasesQuery, WebhookDelivery } from '@evict/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { finishedStates } from '../shared/case-facts.ts';
import { stateNames } from '../wording/names.ts';
import { call, readSignedIn } from './call.ts';
import type { Input, Operation, Output } from './contract.ts';
import { type Holder, holderOfPage } from './holder.ts';
import type { Mode } from './mode.ts';
import { codeOf } from './refusal.ts';

// All of the website's queries and their keys. A key starts with the mode, or with a name if the data is the same in
// both modes.

export type SignedIn = Record<Holder, boolean>;

/** A case, in the form in which the API returns it to customers. */
export type Case = Output<'GET /v1/cases/{id}'>;
export type CaseEvent = Output<'GET /v1/cases/{id}/events'>['items'][number];
export type ReportedFact = Output<'GET /v1/cases/{id}/facts'>['items'][number];
export type Charge = Output<'GET /v1/cases/{id}/charges'>['items'][number];
export type Me = Output<'GET /v1/me'>;

export type CaseFilter = Pick<ListCasesQuery, 'q' | 'state' | 'ground' | 'reference' | 'updatedSince'>;

/** For each kind of user, whether one is signed in with this browser. */
export const signedInQuery = queryOptions({
  queryKey: ['signed-in'],
  queryFn: readSignedIn,
  staleTime: 60_000,
});

/** Creates a query that calls an operation, by default in the mode of the browser tab. */
function read<K extends Operation>(queryKey: readonly unknown[], operation: K, input: Input<K>, mode?: Mode) {
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(operation, input, { signal, ...(mode && { mode }) }),
  });
}

export const meQuery = { ...read(['me'], 'GET /v1/me', {}, 'test'), staleTime: 60_000 };
export const factorsQuery = () => read([holderOfPage(), 'factors'], 'GET /v1/me/factors', {}, 'test');
export type SessionItem = Output<'GET /v1/me/sessions'>['items'][number];
export const sessionsQuery = () => read([holderOfPage(), 'sessions'], 'GET /v1/me/sessions', {}, 'test');
export const calendarLinksQuery = (mode: Mode) =>
  read([mode, holderOfPage(), 'calendar'], 'GET /v1/me/calendar', {}, mode);
export const organizationQuery = read(['organization'], 'GET /v1/organization', {}, 'test');

/** The scenarios that can be simulated. They are the same for every case. */
export const scenariosQuery = {
  ...read(['scenarios'], 'GET /v1/simulations/scenarios', {}, 'test'),
  staleTime: Infinity,
};

/** The organization's single sign-on settings, or null if it has none. */
export const singleSignOnQuery = queryOptions({
  queryKey: ['organization', 'sso'],
  queryFn: ({ signal }) =>
    call('GET /v1/organization/sso', {}, { signal, mode: 'test' }).catch((error: unknown) => {
      if (codeOf(error) === 'not_found') return null;
      throw error;
    }),
});

interface Page {
  limit: string;
  cursor?: string;
}

const pageSize = 20;

/** Creates a query that reads a paginated list. */
function pagesOf<P extends { nextCursor: string | null }>(
  queryKey: readonly unknown[],
  readPage: (page: Page, signal: AbortSignal) => Promise<P>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam: cursor }) =>
      readPage({ limit: String(pageSize), ...(cursor !== null && { cursor }) }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });
}

export const casesQuery = (mode: Mode, filter: CaseFilter) =>
  pagesOf([mode, 'cases', filter], (page, signal) =>
    call('GET /v1/cases', { query: { ...filter, ...page } }, { signal, mode }),
  );

/** The cases that changed most recently. */
export const recentCasesQuery = (mode: Mode) =>
  read([mode, 'cases', 'recent'], 'GET /v1/cases', { query: { sort: 'updatedAt', limit: '8' } }, mode);

/** Whether any test case was submitted, and whether any has ended. */
export const firstStepsQuery = queryOptions({
  queryKey: ['test', 'cases', 'first steps'],
  queryFn: async ({ signal }) => {
    const hasAny = async (state: Case['state'][]) => {
      const page = await call('GET /v1/cases', { query: { state, limit: '1' } }, { signal, mode: 'test' });
      return page.items.length > 0;
    };
    const submitted = (Object.keys(stateNames) as Case['state'][]).filter((state) => state !== 'draft');
    const [isSubmitted, isFinished] = await Promise.all([hasAny(submitted), hasAny([...finishedStates])]);
    return { isSubmitted, isFinished };
  },
});
export type FirstStepsDone = Awaited<ReturnType<NonNullable<typeof firstStepsQuery.queryFn>>>;

export type Overview = Output<'GET /v1/overview'>;
export const overviewQuery = (mode: Mode) => read([mode, 'overview'], 'GET /v1/overview', {}, mode);

/** An import of cases. Polls while it is running. */
export const caseImportQuery = (mode: Mode, id: string) =>
  queryOptions({
    ...read([mode, 'import', id], 'GET /v1/case-imports/{id}', { id }, mode),
    refetchInterval: ({ state: { data } }) => (data?.status === 'running' ? 1000 : false),
  });
export const importFaultsQuery = (mode: Mode, id: string) =>
  read(
    [mode, 'import', id, 'faults'],
    'GET /v1/case-imports/{id}/rows',
    { id, query: { status: 'invalid', limit: '100' } },
    mode,
  );

/** A file in the inbox, which isn't part of a case yet. */
export type IntakeFile = Output<'GET /v1/intake/files'>['items'][number];
export const inboxQuery = (mode: Mode) =>
  pagesOf([mode, 'inbox'], (page, signal) => call('GET /v1/intake/files', { query: page }, { signal, mode }));

export const caseQuery = (mode: Mode, id: string) => read([mode, 'case', id], 'GET /v1/cases/{id}', { id }, mode);

/**
 * Creates queries for a case's data. Their keys start with the case's key, so refreshing the case refreshes them too.
 */
function partOfCase<K extends `GET /v1/cases/{id}/${'events' | 'facts' | 'notes' | 'charges'}`>(operation: K) {
  const part = operation.split('/').at(-1);
  return (mode: Mode, id: string) => read([mode, 'case', id, part], operation, { id } as Input<K>, mode);
}

export const caseEventsQuery = partOfCase('GET /v1/cases/{id}/events');
export const caseFactsQuery = partOfCase('GET /v1/cases/{id}/facts');
export const caseNotesQuery = partOfCase('GET /v1/cases/{id}/notes');
export const caseChargesQuery = partOfCase('GET /v1/cases/{id}/charges');

/** Asks the payment provider for the result of a checkout, once each time the customer returns from it. */
export const confirmedChargeQuery = (mode: Mode, id: string, chargeId: string) => ({
  ...read(
    [mode, 'case', id, 'charges', chargeId, 'confirmed'],
    'POST /v1/cases/{id}/charges/{chargeId}/confirm',
    { id, chargeId },
    mode,
  ),
  staleTime: Infinity,
  refetchOnWindowFocus: false,
});

/** The action that an AI agent asks a user to confirm. */
export const confirmationQuery = (mode: Mode, id: string) =>
  read([mode, 'confirmation', id], 'GET /v1/confirmations/{id}', { id }, mode);

export const pricesQuery = { ...read(['prices'], 'GET /v1/prices', {}), staleTime: 3_600_000 };

/** The known facts about a state's law. */
export const stateFactsQuery = (code: string) => ({
  ...read(['states', code], 'GET /v1/states/{code}', { code }, 'test'),
  staleTime: 3_600_000,
});

export type JurisdictionOf = Output<'GET /v1/jurisdictions/resolve'>;

/** The rules that apply at a place, including the facts that a case there needs. */
export const jurisdictionQuery = (mode: Mode, query: { state: string; county?: string; city?: string }) => ({
  ...read([mode, 'jurisdiction', query], 'GET /v1/jurisdictions/resolve', { query }, mode),
  enabled: query.state !== '',
  staleTime: Infinity,
});

export type AttorneyCase = Output<'GET /v1/attorney/cases/{id}'>;
export type ReviewRequirements = Output<'GET /v1/attorney/cases/{id}/review'>;

export const attorneyQueueQuery = read(['attorney', 'queue'], 'GET /v1/attorney/queue', {});
export type AttorneyCaseItem = Output<'GET /v1/attorney/cases'>['items'][number];
export type AttorneyCaseFilter = Omit<NonNullable<Input<'GET /v1/attorney/cases'>['query']>, 'cursor' | 'limit'>;
/**
 * Reading a page of the list is recorded in the audit trails of its cases, so don't refetch when the window regains
 * focus.
 */
export const attorneyCasesQuery = (filter: AttorneyCaseFilter) => ({
  ...pagesOf(['attorney', 'cases', filter], (page, signal) =>
    call('GET /v1/attorney/cases', { query: { ...filter, ...page } }, { signal }),
  ),
  refetchOnWindowFocus: false,
});
/** The most recently changed cases, with the captions, addresses and next dates that the queue doesn't contain. */
export const attorneyNamesQuery = {
  ...read(['attorney', 'names'], 'GET /v1/attorney/cases', { query: { sort: 'updatedAt', limit: '100' } }),
  refetchOnWindowFocus: false,
};
export const attorneyTokensQuery = read(['attorney', 'tokens'], 'GET /v1/attorney/me/tokens', {});
export const attorneyQuery = read(['attorney', 'me'], 'GET /v1/attorney/me', {});

/** Every read is recorded in the case's audit trail, so don't refetch when the window regains focus. */
export const attorneyCaseQuery = (id: string) => ({
  ...read(['attorney', 'case', id], 'GET /v1/attorney/cases/{id}', { id }),
  refetchOnWindowFocus: false,
});

/** The documents that the attorney currently has to approve. */
export const reviewRequirementsQuery = (id: string) =>
  queryOptions({
    ...read(['attorney', 'case', id, 'review'], 'GET /v1/attorney/cases/{id}/review', { id }),
    refetchOnWindowFocus: false,
    // Polls until the service has created the case summary.
    refetchInterval: ({ state: { data } }) =>
      data && data.stage !== null && data.documents.length === 0 ? 2000 : false,
  });

export const attorneyNotesQuery = (id: string) => ({
  ...read(['attorney', 'case', id, 'notes'], 'GET /v1/attorney/cases/{id}/notes', { id }),
  refetchOnWindowFocus: false,
});

export const apiKeysQuery = (mode: Mode) => read([mode, 'api-keys'], 'GET /v1/api-keys', {}, mode);
export const connectionsQuery = (mode: Mode) => read([mode, 'connections'], 'GET /v1/connections', {}, mode);
/** What an app asks for when it wants to connect. */
export const connectionRequestQuery = (request: string) =>
  read(['connection-request', request], 'GET /v1/connection-requests', { query: { request } }, 'test');
export const endpointsQuery = (mode: Mode) => read([mode, 'endpoints'], 'GET /v1/webhook-endpoints', {}, mode);

/** Returns the key prefix that all queries for an endpoint's deliveries share, to refresh them together. */
export const deliveriesOf = (mode: Mode, id: string) => [mode, 'endpoints', id, 'deliveries'] as const;

/** The deliveries to a webhook endpoint. Polls while any of them is pending. */
export const deliveriesQuery = (mode: Mode, id: string, status: WebhookDelivery['status'] | undefined) =>
  infiniteQueryOptions({
    ...pagesOf([...deliveriesOf(mode, id), status], (page, signal) =>
      call(
        'GET /v1/webhook-endpoints/{id}/deliveries',
        { id, query: { ...page, ...(status && { status }) } },
        { signal, mode },
      ),
    ),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ items }) => items.some((one) => one.status === 'pending')) ? 5000 : false,
  });

export type AuditEntry = Output<'GET /v1/audit-events'>['items'][number];

/** The organization's audit log in both modes, newest first. */
export const auditQuery = (action: string) =>
  pagesOf(['audit', action], (page, signal) =>
    call('GET /v1/audit-events', { query: { ...page, ...(action && { action }) } }, { signal, mode: 'test' }),
  );

export type FeedEvent = Output<'GET /v1/events'>['items'][number];

/** The event feed, oldest first. Events never change, so none is read twice. */
export const eventFeedQuery = (mode: Mode, type: FeedEvent['type'] | undefined) =>
  infiniteQueryOptions({
    ...pagesOf([mode, 'feed', type], (page, signal) =>
      call('GET /v1/events', { query: { ...page, ...(type && { type }) } }, { signal, mode }),
    ),
    staleTime: Infinity,
  });

/** Returns whether the last page that was read isn't full, so that the list currently ends there. */
export function isAtEnd(pages: readonly { items: readonly unknown[] }[]): boolean {
  return (pages.at(-1)?.items.length ?? 0) < pageSize;
}
