import { type Route, routes } from '@evict/contract';
import type { Holder } from './credentials.ts';

/** An operation of the interface as the website forwards it. */
export interface ForwardedRoute {
  /** Its path in the interface. */
  path: string;
  gateway: Route['gateway'];
  /** Whose credential it takes; null: none. */
  holder: Holder | null;
  /** Its response has the token of a new session, which the page must not see. */
  signsIn: boolean;
  signsOut: boolean;
}

const signingIn: readonly Route[] = [routes.signup, routes.login, routes.completeSignIn, routes.acceptInvitation];
const table = Object.values<Route>(routes).map((route) => ({
  method: route.method,
  // A parameter is an id. Anything else, such as `..` or an encoded slash, could be another path to a gateway.
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, String.raw`[\w-]+`)}$`),
  forwarded: {
    path: route.path,
    gateway: route.gateway,
    holder: ({ none: null, customer: 'customer', session: 'customer', attorney: 'attorney' } as const)[route.auth],
    signsIn: signingIn.includes(route),
    signsOut: route === routes.logout,
  } satisfies ForwardedRoute,
}));

/** The operation with this method and path; undefined if the interface has none. */
export function findRoute(method: string, path: string): ForwardedRoute | undefined {
  return table.find((row) => row.method === method && row.pattern.test(path))?.forwarded;
}
