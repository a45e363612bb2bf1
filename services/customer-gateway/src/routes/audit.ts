import { pageSize, routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { type AuditRow, listAudit } from '@evict/store/audit';
import { createCursors, endText, parseEnd } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';
import { ownerOnly } from '../owner-only.ts';

/** Serves the audit log of the caller's organization to its owners. */
export function auditRoutes(gateway: Gateway, { store, secretKeys }: Pick<Dependencies, 'store' | 'secretKeys'>): void {
  const cursors = createCursors(secretKeys);

  gateway.route(routes.listAuditEvents, async ({ caller, query: { cursor, limit, since, ...filter } }) => {
    const { organizationId } = ownerOnly(caller);
    const { action, actor, caseId } = filter;
    const listing = { scope: caller, list: 'audit', filter: JSON.stringify([action, actor, caseId, since]) } as const;
    const after = cursor === undefined ? null : parseEnd(cursors.decode(listing, cursor));
    const wanted = { ...filter, since: since === undefined ? undefined : new Date(since) };
    const { items, end } = await listAudit(store, organizationId, wanted, { limit: pageSize(limit), after });
    const nextCursor = end ? cursors.encode(listing, endText(end)) : null;
    return { status: 200, body: { items: items.map(present), nextCursor } };
  });
}

function present({ at, actorType, actor, actorName, credentialId, ...row }: AuditRow) {
  const { id, action, network, caseId, result, detail } = row;
  return {
    id,
    at: at.toISOString(),
    action,
    actor: { type: actorType, id: actor, name: actorName },
    credential: credentialId,
    network,
    caseId,
    result,
    detail,
  };
}
