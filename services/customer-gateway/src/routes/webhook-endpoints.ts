import { ApiError, invalidRequest, maxWebhookEndpoints, routes, type WebhookEndpoint } from '@evict/contract';
import { createSecretBox } from '@evict/webhooks';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import type { Gateway } from '@evict/http';
import { newId } from '@evict/store/ids';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  rotateSecret,
  type WebhookEndpointRow,
} from '@evict/store/webhooks';
import type { Dependencies } from '../dependencies.ts';

/** Serves the webhook endpoints of the caller's organization, in the caller's mode. */
export function webhookEndpointRoutes(
  gateway: Gateway,
  { store, secretKeys, webhookGuard }: Pick<Dependencies, 'store' | 'secretKeys' | 'webhookGuard'>,
): void {
  const secrets = createSecretBox(secretKeys);

  gateway.route(routes.listWebhookEndpoints, async ({ caller }) => {
    const endpoints = await listWebhookEndpoints(store, caller);
    return { status: 200, body: { items: endpoints.map(present) } };
  });

  gateway.route(routes.createWebhookEndpoint, async ({ caller, body: { url, events } }) => {
    const faults = await webhookGuard.faultsOf(url);
    if (faults.length > 0) throw invalidRequest(faults.map((fault) => ({ path: 'url', ...fault })));
    const id = newId('webhookEndpoint');
    const { secret } = mintCredential(credentialPrefixes.webhookSecret);
    const seal = (sealedFor: string) => secrets.seal(sealedFor, secret);
    const endpoint = await createWebhookEndpoint(store, caller, { id, url, events, seal, max: maxWebhookEndpoints });
    if (!endpoint) throw invalidRequest([tooManyEndpoints]);
    return { status: 201, body: { ...present(endpoint), secret } };
  });

  gateway.route(routes.rotateWebhookSecret, async ({ caller, params }) => {
    const { secret } = mintCredential(credentialPrefixes.webhookSecret);
    const until = await rotateSecret(store, caller, params.id, secrets.seal(params.id, secret));
    if (!until) throw new ApiError('not_found');
    return { status: 200, body: { secret, previousUntil: until.toISOString() } };
  });

  gateway.route(routes.deleteWebhookEndpoint, async ({ caller, params }) => {
    if (!(await deleteWebhookEndpoint(store, caller, params.id))) throw new ApiError('not_found');
    return { status: 204 };
  });
}

function present({ id, url, mode, createdAt, events, disabledAt }: WebhookEndpointRow) {
  return {
    id,
    url,
    mode,
    createdAt: createdAt.toISOString(),
    ...(events.length > 0 && { events: events as NonNullable<WebhookEndpoint['events']> }),
    ...(disabledAt && { disabledAt: disabledAt.toISOString() }),
  };
}

const tooManyEndpoints = {
  path: 'url',
  code: 'too_many_endpoints',
  message: `The organization has ${maxWebhookEndpoints} webhook endpoints in this mode. Delete one first.`,
};
