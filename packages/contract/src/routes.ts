import { accountRoutes } from './routes/account.ts';
import { caseActionRoutes } from './routes/case-actions.ts';
import { caseRoutes } from './routes/cases.ts';
import { publicRoutes } from './routes/public.ts';
import type { Route } from './routes/route.ts';

/** Every operation of the interface by its operationId. */
export const routes = {
  ...publicRoutes,
  ...accountRoutes,
  ...caseRoutes,
  ...caseActionRoutes,
} as const satisfies Record<string, Route>;

export type OperationId = keyof typeof routes;
