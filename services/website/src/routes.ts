import { type Route, routes } from '@evict/contract';
import type { Holder } from './credentials.ts';

/** An operation of the interface as the website forwards it. */
export interface ForwardedRoute {
  /** Its path in the interface. */
  path: string;
  gateway: Route['gateway'];
  /** Whose credential it takes; null: none. */
  holder: Holder | null;
  /** For whom its response has the token of a new session, which the page must not see. */
  signsIn: Holder | null;
  signsOut: boolean;
  /** Whether it takes the session of a customer or of an attorney. */
  isOfBoth: boolean;
}

const signingIn = new Map<Route, Holder>([
  [routes.signup, 'customer'],
  [routes.login, 'customer'],
  [routes.completeSignIn, 'customer'],
  [routes.acceptInvitation, 'customer'],
  [routes.finishSingleSignOn, 'customer'],
  [routes.loginAttorney, 'attorney'],
  [routes.completeAttorneySignIn, 'attorney'],
]);
/** An attorney's sign-out is a path of the website, which knows by it whose session is meant. */
const holders = {
  none: null,
  customer: 'customer',
  session: 'customer',
  anySession: 'customer',
  attorney: 'attorney',
  attorneySession: 'attorney',
} as const satisfies Record<Route['auth'], Holder | null>;
const table = Object.values<Route>(routes).map((route) => ({
  method: route.method,
  // A parameter is an id. Anything else, such as `..` or an encoded slash, could be another path to a gateway.
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, String.raw`[\w-]+`)}$`),
  forwarded: {
    path: route.path,
    gateway: route.gateway,
    holder: holders[route.auth],
    signsIn: signingIn.get(route) ?? null,
    signsOut: route === routes.logout,
    isOfBoth: route.auth === 'anySession' && route !== routes.logout,
  } satisfies ForwardedRoute,
}));

/** The operation with this method and path; undefined if the interface has none. */
export function findRoute(method: string, path: string): ForwardedRoute | undefined {
  return table.find((row) => row.method === method && row.pattern.test(path))?.forwarded;
}
