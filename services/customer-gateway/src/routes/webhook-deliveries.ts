import { ApiError, pageSize, routes, type WebhookAttempt, type WebhookDelivery } from '@evict/contract';
import { enforceLimit, type Gateway } from '@evict/http';
import { type DeliveryRow, findDelivery, listEndpointDeliveries, requestAttempt } from '@evict/store/webhooks';
import { createCursors, endText, parseEnd } from '../cursor.ts';
import type { Dependencies } from '../dependencies.ts';

/** Serves the deliveries to the webhook endpoints of the caller's organization, in the caller's mode. */
export function webhookDeliveryRoutes(
  gateway: Gateway,
  { store, secretKeys }: Pick<Dependencies, 'store' | 'secretKeys'>,
): void {
  const cursors = createCursors(secretKeys);

  gateway.route(routes.listWebhookDeliveries, async ({ caller, params, query: { cursor, limit, status } }) => {
    const filter = `${params.id} ${status ?? ''}`;
    const listing = { scope: caller, list: 'deliveries', filter } as const;
    const after = cursor === undefined ? null : parseEnd(cursors.decode(listing, cursor));
    const size = pageSize(limit);
    const wanted = { after, limit: size + 1, status: status ?? null };
    const found = await listEndpointDeliveries(store, { scope: caller, endpointId: params.id }, wanted);
    if (!found) throw new ApiError('not_found');
    const items = found.slice(0, size);
    const end = found.length > size ? items.at(-1) : undefined;
    const nextCursor = end ? cursors.encode(listing, endText({ at: end.createdAt, id: end.id })) : null;
    return { status: 200, body: { items: items.map(present), nextCursor } };
  });

  gateway.route(routes.redeliverWebhook, async ({ caller, params, work }) => {
    const find = async () => {
      const delivery = await findDelivery(store, { scope: caller, endpointId: params.id }, params.deliveryId);
      if (!delivery) throw new ApiError('not_found');
      if (delivery.isDisabled) throw new ApiError('invalid_state', { message: endpointDisabled });
      return delivery;
    };
    const { id } = await find();
    await enforceLimit(store, 'redelivery', caller.organizationId);
    await requestAttempt(store, { scope: caller, deliveryId: id, requestId: work.uuid('redelivery') });
    const delivery = await find();
    return { status: 202, body: present(delivery) };
  });
}

function present({ id, eventId, caseId, status, createdAt, dueAt, body, attempts }: DeliveryRow): WebhookDelivery {
  const { type } = JSON.parse(body) as Pick<WebhookDelivery, 'type'>;
  return {
    id,
    eventId,
    type,
    caseId,
    status,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: dueAt?.toISOString() ?? null,
    attempts: attempts as WebhookAttempt[],
  };
}

const endpointDisabled = 'The endpoint is disabled. Register its URL again to enable it.';
