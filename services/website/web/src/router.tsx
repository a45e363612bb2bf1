import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { currentMode, type Mode } from './api/mode.ts';
import {
  apiKeysQuery,
  attorneyCaseQuery,
  attorneyNotesQuery,
  attorneyQuery,
  attorneyQueueQuery,
  caseEventsQuery,
  caseFactsQuery,
  caseQuery,
  casesQuery,
  endpointsQuery,
  eventFeedQuery,
  meQuery,
  organizationQuery,
  reviewRequirementsQuery,
  signedInQuery,
} from './api/queries.ts';
import { type CasesSearch, filterOf } from './pages/cases/filter.ts';
import { type StepId, stepIds } from './pages/intake/steps.ts';
import { localPath } from './shared/local-path.ts';
import { ErrorPage, LoadingPage, NotFoundPage } from './shell/pages.tsx';
import { Shell } from './shell/shell.tsx';
import { AttorneyPages, CustomerPages } from './shell/signed-in-pages.tsx';

interface RouterContext {
  queries: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Shell });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context: { queries } }) => {
    const { customer, attorney } = await queries.ensureQueryData(signedInQuery);
    throw redirect({ to: attorney && !customer ? '/attorney' : '/cases' });
  },
});

// Pages for everybody

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: nextPage,
  component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'SignUp'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: nextPage,
  component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'SignIn'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'ForgotPassword'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: mailedToken,
  component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'ResetPassword'),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: mailedToken,
  component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'Invitation'),
});

const contact = createRoute({
  getParentRoute: () => root,
  path: '/contact',
  component: lazyRouteComponent(() => import('./pages/leads.tsx'), 'Contact'),
});

const requestAccess = createRoute({
  getParentRoute: () => root,
  path: '/request-access',
  component: lazyRouteComponent(() => import('./pages/leads.tsx'), 'RequestAccess'),
});

const attorneysApply = createRoute({
  getParentRoute: () => root,
  path: '/attorneys/apply',
  component: lazyRouteComponent(() => import('./pages/leads.tsx'), 'AttorneysApply'),
});

// Pages of customers: a visitor without a session is led to the sign-in and back

const customer = createRoute({
  getParentRoute: () => root,
  id: 'customer',
  component: CustomerPages,
  beforeLoad: async ({ context: { queries }, location }) => {
    const signedIn = await queries.ensureQueryData(signedInQuery);
    if (!signedIn.customer) throw redirect({ to: '/sign-in', search: { next: location.href } });
  },
});

const cases = createRoute({
  getParentRoute: () => customer,
  path: '/cases',
  validateSearch: casesSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, preload, context: { queries } }) =>
    reads(preload, (mode) => [queries.prefetchInfiniteQuery(casesQuery(mode, filterOf(deps)))]),
  component: lazyRouteComponent(() => import('./pages/cases/cases.tsx'), 'Cases'),
});

const newCase = createRoute({
  getParentRoute: () => customer,
  path: '/cases/new',
  loader: ({ preload, context: { queries } }) => reads(preload, () => [queries.prefetchQuery(meQuery)]),
  component: lazyRouteComponent(() => import('./pages/intake/drafts.tsx'), 'NewCase'),
});

const editCase = createRoute({
  getParentRoute: () => customer,
  path: '/cases/$id/edit',
  validateSearch: stepSearch,
  loader: ({ preload, context: { queries } }) => reads(preload, () => [queries.prefetchQuery(meQuery)]),
  component: lazyRouteComponent(() => import('./pages/intake/drafts.tsx'), 'EditCase'),
});

const casePage = createRoute({
  getParentRoute: () => customer,
  path: '/cases/$id',
  validateSearch: checkoutReturn,
  loader: ({ params: { id }, preload, context: { queries } }) =>
    reads(preload, (mode) => [
      queries.prefetchQuery(caseQuery(mode, id)),
      queries.prefetchQuery(caseEventsQuery(mode, id)),
      queries.prefetchQuery(caseFactsQuery(mode, id)),
    ]),
  component: lazyRouteComponent(() => import('./pages/case/case.tsx'), 'CasePage'),
});

const account = createRoute({
  getParentRoute: () => customer,
  path: '/account',
  loader: ({ preload, context: { queries } }) => reads(preload, () => [queries.prefetchQuery(meQuery)]),
  component: lazyRouteComponent(() => import('./pages/account.tsx'), 'Account'),
});

const developers = createRoute({
  getParentRoute: () => customer,
  path: '/developers',
  loader: ({ preload, context: { queries } }) =>
    reads(preload, (mode) => [
      queries.prefetchQuery(apiKeysQuery(mode)),
      queries.prefetchQuery(endpointsQuery(mode)),
      queries.prefetchInfiniteQuery(eventFeedQuery(mode, undefined)),
    ]),
  component: lazyRouteComponent(() => import('./pages/developers/developers.tsx'), 'Developers'),
});

const organization = createRoute({
  getParentRoute: () => customer,
  path: '/organization',
  loader: ({ preload, context: { queries } }) =>
    reads(preload, () => [queries.prefetchQuery(organizationQuery), queries.prefetchQuery(meQuery)]),
  component: lazyRouteComponent(() => import('./pages/organization.tsx'), 'OrganizationPage'),
});

// Pages of attorneys

const attorneySignIn = createRoute({
  getParentRoute: () => root,
  path: '/attorney/sign-in',
  validateSearch: nextPage,
  component: lazyRouteComponent(() => import('./pages/sign-in.tsx'), 'AttorneySignIn'),
});

const attorney = createRoute({
  getParentRoute: () => root,
  id: 'attorney-pages',
  component: AttorneyPages,
  beforeLoad: async ({ context: { queries }, location }) => {
    const signedIn = await queries.ensureQueryData(signedInQuery);
    if (!signedIn.attorney) throw redirect({ to: '/attorney/sign-in', search: { next: location.href } });
  },
});

const attorneyQueue = createRoute({
  getParentRoute: () => attorney,
  path: '/attorney',
  loader: ({ preload, context: { queries } }) =>
    reads(preload, () => [queries.prefetchQuery(attorneyQueueQuery), queries.prefetchQuery(attorneyQuery)]),
  component: lazyRouteComponent(() => import('./pages/attorney-queue.tsx'), 'AttorneyQueue'),
});

const attorneyCase = createRoute({
  getParentRoute: () => attorney,
  path: '/attorney/cases/$id',
  loader: ({ params: { id }, preload, context: { queries } }) =>
    reads(preload, () => [
      queries.prefetchQuery(attorneyQuery),
      queries.prefetchQuery(attorneyCaseQuery(id)),
      queries.prefetchQuery(reviewRequirementsQuery(id)),
      queries.prefetchQuery(attorneyNotesQuery(id)),
    ]),
  component: lazyRouteComponent(() => import('./pages/attorney-case/attorney-case.tsx'), 'AttorneyCasePage'),
});

const tree = root.addChildren([
  home,
  signUp,
  signIn,
  forgotPassword,
  resetPassword,
  invitation,
  contact,
  requestAccess,
  attorneysApply,
  customer.addChildren([cases, newCase, editCase, casePage, developers, organization, account]),
  attorneySignIn,
  attorney.addChildren([attorneyQueue, attorneyCase]),
]);

export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: LoadingPage,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}

/**
 * Begins to read what a page shows, at once and beside its code. The page shows what has come, and what has failed. A link
 * that is only pointed at reads nothing: reads are limited, and an attorney's are recorded.
 */
function reads(isPreload: boolean, begin: (mode: Mode) => Promise<void>[]): void {
  if (!isPreload) void Promise.all(begin(currentMode()));
}

/** Where a visitor is led after signing in: a page of this website. */
function nextPage(search: Record<string, unknown>): { next?: string | undefined } {
  // Named even so: the router keeps what the address says of a name that is missing here.
  return { next: localPath(search['next']) ?? undefined };
}

function mailedToken(search: Record<string, unknown>): { token: string } {
  return { token: typeof search['token'] === 'string' ? search['token'] : '' };
}

function stepSearch(search: Record<string, unknown>): { step?: StepId } {
  const step = stepIds.find((id) => id === search['step']);
  return step === undefined ? {} : { step };
}

function casesSearch(search: Record<string, unknown>): CasesSearch {
  const names = ['q', 'state', 'ground', 'reference', 'since'] as const;
  const given = names.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 100)]] : [];
  });
  return Object.fromEntries(given) as CasesSearch;
}

/** Where the hosted checkout sends the customer back to. */
function checkoutReturn(search: Record<string, unknown>): { charge?: string; checkout?: 'done' | 'cancelled' } {
  const { charge, checkout } = search;
  if (typeof charge !== 'string' || (checkout !== 'done' && checkout !== 'cancelled')) return {};
  return { charge, checkout };
}
