// Every workflow of the service: the entry of the one bundle.
export { evictionCase } from '@evict/eviction-case';
export { charges, mail, webhookEndpoint } from '@evict/outbox';
export { retention } from '@evict/retention';
