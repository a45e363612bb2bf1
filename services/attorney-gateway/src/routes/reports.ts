import { commandOf } from '@evict/case-model';
import { type RouteBody, routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { actOnCase, licensed, limited, unfinished } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';

type ReportRoute = Extract<(typeof routes)[keyof typeof routes], { command: string }>;

/** What an attorney reports about a case: every route that is made from a command. */
export function reportRoutes(gateway: Gateway, dependencies: Omit<Dependencies, 'blobs'>): void {
  const reports = Object.values(routes).filter((route): route is ReportRoute => 'command' in route);
  for (const route of reports) {
    gateway.route(route, (call) => {
      const given: RouteBody<ReportRoute> | undefined = call.body;
      const command = commandOf(route.command, given ?? {}, call.params);
      return actOnCase(dependencies, call, [licensed(), unfinished, limited('report')], command);
    });
  }
}
