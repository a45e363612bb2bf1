import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { currentMode, type Mode } from './api/mode.ts';
import {
  apiKeysQuery,
  auditQuery,
  attorneyCaseQuery,
  attorneyCasesQuery,
  attorneyNotesQuery,
  attorneyQuery,
  attorneyQueueQuery,
  attorneyTokensQuery,
  caseChargesQuery,
  caseEventsQuery,
  caseFactsQuery,
  caseQuery,
  casesQuery,
  connectionsQuery,
  endpointsQuery,
  eventFeedQuery,
  factorsQuery,
  inboxQuery,
  meQuery,
  organizationQuery,
  firstStepsQuery,
  overviewQuery,
  pricesQuery,
  recentCasesQuery,
  reviewRequirementsQuery,
  signedInQuery,
} from './api/queries.ts';
import { attorneyCasesSearch, attorneyFilterOf } from './pages/attorney-filter.ts';
import { filterOf } from './pages/cases/filter.ts';
import {
  casesSearch,
  caseSearch,
  confirmSearch,
  developersSearch,
  filesSearch,
  mailedToken,
  nextPage,
  noSearch,
  problemSearch,
  stepSearch,
  textIn,
} from './search.ts';
import { ErrorPage, ErrorPageAlone, LoadingAlone, LoadingFrame, LoadingPage, NotFoundPage } from './shell/pages.tsx';
import { Shell } from './shell/shell.tsx';

interface RouterContext {
  queries: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({ component: Shell });

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context: { queries } }) => {
    const { customer, attorney } = await queries.ensureQueryData(signedInQuery);
    if (customer) throw redirect({ to: '/home' });
    if (attorney) throw redirect({ to: '/attorney' });
  },
  loader: (at) => read(at, () => [pricesQuery]),
  component: lazyRouteComponent(() => import('./pages/landing.tsx'), 'Landing'),
});

// Pages for everybody

const signInPages = () => import('./pages/sign-in.tsx');
const ssoPages = () => import('./pages/single-sign-on.tsx');
const leadPages = () => import('./pages/leads.tsx');
const uploadPages = () => import('./pages/upload-link.tsx');
const connectPages = () => import('./pages/connect.tsx');
const draftPages = () => import('./pages/intake/drafts.tsx');

/** For pages without the sidebar, which don't show it while loading or after an error either. */
const alone = { errorComponent: ErrorPageAlone, pendingComponent: LoadingAlone };

function visitorPage<const P extends string, S extends object>(
  path: P,
  component: RouteComponent,
  validateSearch: (search: Record<string, unknown>) => S,
) {
  return createRoute({ getParentRoute: () => root, path, component, validateSearch, ...alone });
}

const signUp = visitorPage('/sign-up', lazyRouteComponent(signInPages, 'SignUp'), nextPage);
const signIn = visitorPage('/sign-in', lazyRouteComponent(signInPages, 'SignIn'), nextPage);
const singleSignOn = visitorPage('/sign-in/sso', lazyRouteComponent(ssoPages, 'SingleSignOn'), nextPage);
const singleSignOnDone = visitorPage('/sign-in/sso/done', lazyRouteComponent(ssoPages, 'SingleSignOnDone'), noSearch);
const attorneySignIn = visitorPage('/attorney/sign-in', lazyRouteComponent(signInPages, 'AttorneySignIn'), nextPage);
const forgotPassword = visitorPage('/forgot-password', lazyRouteComponent(signInPages, 'ForgotPassword'), noSearch);
const resetPassword = visitorPage('/reset-password', lazyRouteComponent(signInPages, 'ResetPassword'), mailedToken);
const invitation = visitorPage('/invitation', lazyRouteComponent(signInPages, 'Invitation'), mailedToken);
const address = visitorPage('/confirm-address', lazyRouteComponent(signInPages, 'ConfirmAddress'), mailedToken);
const contact = visitorPage('/contact', lazyRouteComponent(leadPages, 'Contact'), noSearch);
const requestAccess = visitorPage('/request-access', lazyRouteComponent(leadPages, 'RequestAccess'), noSearch);
const attorneysApply = visitorPage('/attorneys/apply', lazyRouteComponent(leadPages, 'AttorneysApply'), noSearch);

const refused = visitorPage('/authorize/refused', lazyRouteComponent(connectPages, 'ConnectRefused'), problemSearch);
const uploadLink = visitorPage('/uploads/$link', lazyRouteComponent(uploadPages, 'UploadLink'), noSearch);

/** The sidebar and its menus. Visitors don't need them, so they are in a separate chunk. */
const signedInPages = () => import('./shell/signed-in-pages.tsx');

// Pages for customers. Visitors without a session are sent to the sign-in page, and come back afterwards.

const customer = createRoute({
  getParentRoute: () => root,
  id: 'customer',
  component: lazyRouteComponent(signedInPages, 'CustomerPages'),
  pendingComponent: LoadingFrame,
  errorComponent: ErrorPageAlone,
  beforeLoad: async ({ context: { queries }, location }) => {
    const signedIn = await queries.ensureQueryData(signedInQuery);
    if (!signedIn.customer) throw redirect({ to: '/sign-in', search: { next: location.href } });
    // Load the frame's data before the page appears, so nothing moves. The page itself reports a failure.
    await queries.ensureQueryData(meQuery).catch(() => null);
  },
});

const customerHome = createRoute({
  getParentRoute: () => customer,
  path: '/home',
  loader: (at) =>
    read(at, (mode) => [
      overviewQuery(mode),
      recentCasesQuery(mode),
      meQuery,
      ...(mode === 'test' ? [firstStepsQuery] : []),
    ]),
  component: lazyRouteComponent(() => import('./pages/home.tsx'), 'Home'),
});

const cases = createRoute({
  getParentRoute: () => customer,
  path: '/cases',
  validateSearch: casesSearch,
  loaderDeps: ({ search }) => search,
  loader: (at) => read(at, (mode) => [casesQuery(mode, filterOf(at.deps))]),
  component: lazyRouteComponent(() => import('./pages/cases/cases.tsx'), 'Cases'),
});

const importCases = createRoute({
  getParentRoute: () => customer,
  path: '/cases/import',
  staticData: { isFocused: true },
  component: lazyRouteComponent(() => import('./import/import-cases.tsx'), 'ImportCases'),
});

const inbox = createRoute({
  getParentRoute: () => customer,
  path: '/inbox',
  loader: (at) => read(at, (mode) => [inboxQuery(mode)]),
  component: lazyRouteComponent(() => import('./pages/inbox/inbox.tsx'), 'Inbox'),
});

const newCase = createRoute({
  getParentRoute: () => customer,
  path: '/cases/new',
  staticData: { isFocused: true },
  validateSearch: filesSearch,
  loader: (at) => read(at, () => [meQuery]),
  component: lazyRouteComponent(draftPages, 'NewCase'),
});

const editCase = createRoute({
  getParentRoute: () => customer,
  path: '/cases/$id/edit',
  staticData: { isFocused: true },
  validateSearch: stepSearch,
  loader: (at) => read(at, () => [meQuery]),
  component: lazyRouteComponent(draftPages, 'EditCase'),
});

const casePage = createRoute({
  getParentRoute: () => customer,
  path: '/cases/$id',
  validateSearch: caseSearch,
  loader: (at) =>
    read(at, (mode) =>
      [caseQuery, caseEventsQuery, caseFactsQuery, caseChargesQuery].map((query) => query(mode, at.params.id)),
    ),
  component: lazyRouteComponent(() => import('./pages/case/case.tsx'), 'CasePage'),
});

const confirm = createRoute({
  getParentRoute: () => customer,
  path: '/confirm/$id',
  validateSearch: confirmSearch,
  staticData: { isAlone: true },
  ...alone,
  loader: (at) => read(at, () => [meQuery]),
  component: lazyRouteComponent(() => import('./pages/confirm.tsx'), 'Confirm'),
});

const connect = createRoute({
  getParentRoute: () => customer,
  path: '/authorize',
  staticData: { isAlone: true },
  ...alone,
  validateSearch: (search) => ({ request: textIn(search, 'request') }),
  loader: (at) => read(at, () => [meQuery]),
  component: lazyRouteComponent(connectPages, 'Connect'),
});

const device = createRoute({
  getParentRoute: () => customer,
  path: '/device',
  staticData: { isAlone: true },
  ...alone,
  validateSearch: (search) => ({ user_code: textIn(search, 'user_code') }),
  loader: (at) => read(at, () => [meQuery]),
  component: lazyRouteComponent(connectPages, 'Device'),
});

const account = createRoute({
  getParentRoute: () => customer,
  path: '/account',
  loader: (at) => read(at, () => [meQuery, factorsQuery()]),
  component: lazyRouteComponent(() => import('./pages/account.tsx'), 'Account'),
});

const developers = createRoute({
  getParentRoute: () => customer,
  path: '/developers',
  validateSearch: developersSearch,
  loader: (at) =>
    read(at, (mode) => [
      apiKeysQuery(mode),
      connectionsQuery(mode),
      endpointsQuery(mode),
      eventFeedQuery(mode, undefined),
    ]),
  component: lazyRouteComponent(() => import('./pages/developers/developers.tsx'), 'Developers'),
});

const organization = createRoute({
  getParentRoute: () => customer,
  path: '/organization',
  loader: (at) => read(at, () => [organizationQuery, meQuery]),
  component: lazyRouteComponent(() => import('./pages/organization.tsx'), 'OrganizationPage'),
});

const audit = createRoute({
  getParentRoute: () => customer,
  path: '/organization/audit',
  loader: (at) => read(at, () => [auditQuery('')]),
  component: lazyRouteComponent(() => import('./pages/audit.tsx'), 'AuditPage'),
});

// Pages for attorneys

const attorney = createRoute({
  getParentRoute: () => root,
  id: 'attorney-pages',
  component: lazyRouteComponent(signedInPages, 'AttorneyPages'),
  pendingComponent: LoadingFrame,
  errorComponent: ErrorPageAlone,
  beforeLoad: async ({ context: { queries }, location }) => {
    const signedIn = await queries.ensureQueryData(signedInQuery);
    if (!signedIn.attorney) throw redirect({ to: '/attorney/sign-in', search: { next: location.href } });
  },
});

const attorneyHome = createRoute({
  getParentRoute: () => attorney,
  path: '/attorney',
  validateSearch: attorneyCasesSearch,
  loaderDeps: ({ search }) => search,
  loader: (at) => {
    const { show } = at.deps;
    read(at, () => [
      attorneyQuery,
      show === undefined ? attorneyQueueQuery : attorneyCasesQuery(attorneyFilterOf(at.deps)),
    ]);
  },
  component: lazyRouteComponent(() => import('./pages/attorney-home.tsx'), 'AttorneyHome'),
});

const attorneyAccount = createRoute({
  getParentRoute: () => attorney,
  path: '/attorney/account',
  loader: (at) => read(at, () => [attorneyQuery, attorneyTokensQuery]),
  component: lazyRouteComponent(() => import('./pages/attorney-account.tsx'), 'AttorneyAccount'),
});

const attorneyCase = createRoute({
  getParentRoute: () => attorney,
  path: '/attorney/cases/$id',
  staticData: { isFocused: true },
  loader: (at) => {
    const { id } = at.params;
    read(at, () => [attorneyQuery, attorneyCaseQuery(id), reviewRequirementsQuery(id), attorneyNotesQuery(id)]);
  },
  component: lazyRouteComponent(() => import('./pages/attorney-case/attorney-case.tsx'), 'AttorneyCasePage'),
});

const tree = root.addChildren([
  home,
  ...([signUp, signIn, singleSignOn, singleSignOnDone, attorneySignIn] as const),
  ...([
    forgotPassword,
    resetPassword,
    invitation,
    address,
    contact,
    requestAccess,
    attorneysApply,
    uploadLink,
    refused,
  ] as const),
  customer.addChildren([
    customerHome,
    cases,
    importCases,
    inbox,
    newCase,
    editCase,
    casePage,
    confirm,
    connect,
    device,
    developers,
    organization,
    audit,
    account,
  ]),
  attorney.addChildren([attorneyHome, attorneyAccount, attorneyCase]),
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

interface Loading {
  preload: boolean;
  context: RouterContext;
}

/**
 * Starts to fetch a page's data immediately, while its code loads. The page shows what has arrived and what has failed.
 * Doesn't fetch when the user only hovers over a link, because reads are rate-limited and an attorney's reads are
 * recorded.
 */
function read({ preload, context: { queries } }: Loading, queriesOf: (mode: Mode) => readonly object[]): void {
  if (preload) return;
  for (const query of queriesOf(currentMode())) {
    if ('initialPageParam' in query)
      void queries.prefetchInfiniteQuery(query as Parameters<typeof queries.prefetchInfiniteQuery>[0]);
    else void queries.prefetchQuery(query as Parameters<typeof queries.prefetchQuery>[0]);
  }
}
