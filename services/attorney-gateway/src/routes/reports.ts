import { type CommandBody, commandOf, isFinished, withValues } from '@evict/case-model';
import { type RouteBody, routes } from '@evict/contract';
import type { Approvals } from '@evict/credentials/approvals';
import { type Commanded, decideOnce, enforceLimit, type Gateway, requireFaultless } from '@evict/http';
import type { CaseRow } from '@evict/store/cases';
import { listPasskeys } from '@evict/store/factors';
import { loadAssigned, requireEligible, shownTo } from '../assigned-case.ts';
import { type AttorneyCall, requireUnfinished, sendAct } from '../casework.ts';
import type { Dependencies } from '../dependencies.ts';
import { verifiedSignature } from '../signature.ts';

/** A command that an attorney sends about one of their cases. */
interface Act<Body extends CommandBody = CommandBody> extends AttorneyCall {
  command: Body;
}
type Review = Extract<CommandBody, { kind: 'review' }>;
interface Signed extends Partial<Awaited<ReturnType<typeof verifiedSignature>>> {
  mustBeSigned?: boolean;
}
type Outcome = Extract<CommandBody, { kind: 'outcome' }>;
type ReportRoute = Extract<(typeof routes)[keyof typeof routes], { command: string }>;

/**
 * Serves the attorney's decisions and reports about a case, one command each. Errors are checked in this order: 400 for
 * a fault that can be found without reading the case, 404 if the case isn't the attorney's, 409 `erased`, 403 without a
 * license, 409 for a finished case, 429, 400 for any other fault, and finally the decision's refusal.
 */
export function reportRoutes(gateway: Gateway, dependencies: Omit<Dependencies, 'blobs'>, approvals: Approvals): void {
  const { store, requireSignedApprovals } = dependencies;

  gateway.route(routes.acceptCase, (call) => respond(call, { kind: 'accept' }, report));

  // The routes that are generated from commands.
  const reports = Object.values(routes).filter((route): route is ReportRoute => 'command' in route);
  for (const route of reports) {
    gateway.route(route, (call) => {
      const given: RouteBody<ReportRoute> | undefined = call.body;
      return respond(call, commandOf(route.command, given ?? {}, call.params), report);
    });
  }

  async function report(act: Act): Promise<Commanded> {
    const { caller, params, command } = act;
    const row = await loadAssigned(store, { attorneyId: caller.attorneyId, caseId: params.id });
    await requireEligible(store, caller.attorneyId, row);
    requireUnfinished(row, command);
    await enforceLimit(store, 'report', row.id);
    requireFaultless(command, row);
    return sendAct(dependencies, act, row, command);
  }

  gateway.route(routes.reportOutcome, (call) => respond(call, { kind: 'outcome', outcome: call.body }, reportOutcome));

  async function reportOutcome(act: Act<Outcome>): Promise<Commanded> {
    const { caller, params, command } = act;
    const row = await loadAssigned(store, { attorneyId: caller.attorneyId, caseId: params.id });
    // Confirming that all work has stopped requires no license.
    if (!confirmsWithdrawal(row, command)) await requireEligible(store, caller.attorneyId, row);
    requireUnfinished(row, command);
    requireFaultless(command, row);
    return sendAct(dependencies, act, row, command);
  }

  gateway.route(routes.reviewCase, (call) => respond(call, reviewOf(call.body), review));

  async function review(act: Act<Review>): Promise<Commanded> {
    const { caller, params, command } = act;
    const row = await loadAssigned(store, { attorneyId: caller.attorneyId, caseId: params.id });
    await requireEligible(store, caller.attorneyId, row);
    requireUnfinished(row, command);
    requireFaultless(command, row);
    const { use, ...found } = await signatureOf(act, row);
    return sendAct(dependencies, act, row, command, { found, signature: use });
  }

  /** Returns whether the review must be signed, and its verified signature. */
  async function signatureOf({ caller, work, command }: Act<Review>, row: CaseRow): Promise<Signed> {
    const { decision, documentHashes, assertion } = command;
    if (decision !== 'approve') return {};
    const passkeys = await listPasskeys(store, caller.attorneyId);
    const mustBeSigned = requireSignedApprovals || passkeys.length > 0;
    if (!assertion) return { mustBeSigned };
    const signing = { store, approvals, passkeys, work };
    return { mustBeSigned, ...(await verifiedSignature(signing, row, { assertion, documentHashes })) };
  }

  /** Sends the command with `act`, only once even if the request is repeated, and responds with the case afterwards. */
  async function respond<Body extends CommandBody>(
    { caller, params, work }: AttorneyCall,
    command: Body,
    act: (act: Act<Body>) => Promise<Commanded>,
  ) {
    requireFaultless(command);
    const { row } = await decideOnce(store, { caller, params, work, command }, act);
    return { status: 200, body: await shownTo(store, caller.attorneyId, row) } as const;
  }
}

function reviewOf({ decision, notes, ...approval }: RouteBody<typeof routes.reviewCase>): Review {
  const { documentHashes, assertion } = decision === 'approve' ? approval : { documentHashes: [] };
  return { kind: 'review', decision, documentHashes, ...withValues({ notes, assertion }) };
}

function confirmsWithdrawal({ state, progress }: CaseRow, { outcome }: Outcome): boolean {
  return outcome.type === 'closed' && Boolean(progress.withdrawal) && !isFinished(state);
}
