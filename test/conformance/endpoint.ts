import { createClient } from '@evict/client';
import { buildFacts } from '../e2e/support/facts.ts';
import type { Accounts } from './accounts.ts';

/** A webhook endpoint in test mode with a delivery, by the names of path parameters. Nobody listens there. */
export async function prepareEndpoint(
  baseUrl: string,
  accounts: Accounts,
): Promise<{ id: string; deliveryId: string | null }> {
  const customer = createClient({ baseUrl, credential: accounts.key });
  const { id } = await customer.createWebhookEndpoint({ body: { url: 'https://hooks.example.com/prepared' } });
  const { id: caseId } = await customer.createCase({ body: buildFacts() });
  await customer.submitCase({ id: caseId });
  const { items } = await customer.listWebhookDeliveries({ id });
  return { id, deliveryId: items[0]?.id ?? null };
}
