import { commandOf, isFinished, withValues } from '@evict/case-model';
import { type RouteBody, routes } from '@evict/contract';
import type { Approvals } from '@evict/credentials/approvals';
import type { Gateway } from '@evict/http';
import type { CaseRow } from '@evict/store/cases';
import { listPasskeys } from '@evict/store/factors';
import { actOnCase, licensed, limited, unfinished } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { verifiedSignature } from '../signature.ts';

type ReportRoute = Extract<(typeof routes)[keyof typeof routes], { command: string }>;

/** Reviews, outcomes, and what else an attorney reports about a case: every route that is made from a command. */
export function reportRoutes(gateway: Gateway, dependencies: Omit<Dependencies, 'blobs'>, approvals: Approvals): void {
  const { store, requireSignedApprovals } = dependencies;

  gateway.route(routes.reviewCase, (call) => {
    const { decision, notes, assertion } = call.body;
    const documentHashes = decision === 'approve' ? call.body.documentHashes : [];
    const signed = withValues({ assertion: decision === 'approve' ? assertion : undefined });
    const command = { kind: 'review', decision, documentHashes, ...withValues({ notes }), ...signed } as const;
    return actOnCase(dependencies, call, [licensed(), unfinished], command, async (row) => {
      if (decision !== 'approve') return {};
      const passkeys = await listPasskeys(store, call.caller.attorneyId);
      const mustBeSigned = requireSignedApprovals || passkeys.length > 0;
      if (!assertion) return { mustBeSigned };
      const signing = { store, approvals, passkeys, work: call.work };
      return { mustBeSigned, signature: await verifiedSignature(signing, row, { assertion, documentHashes }) };
    });
  });

  gateway.route(routes.reportOutcome, (call) => {
    const outcome = call.body;
    // To confirm that all work has stopped takes no license.
    const guards = [licensed((row) => confirmsWithdrawal(row, outcome)), unfinished];
    return actOnCase(dependencies, call, guards, { kind: 'outcome', outcome });
  });

  const reports = Object.values(routes).filter((route): route is ReportRoute => 'command' in route);
  for (const route of reports) {
    gateway.route(route, (call) => {
      const given: RouteBody<ReportRoute> | undefined = call.body;
      const command = commandOf(route.command, given ?? {}, call.params);
      return actOnCase(dependencies, call, [licensed(), unfinished, limited('report')], command);
    });
  }
}

function confirmsWithdrawal({ state, progress }: CaseRow, { type }: { type: string }): boolean {
  return type === 'closed' && Boolean(progress.withdrawal) && !isFinished(state);
}
