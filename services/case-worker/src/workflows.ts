// Every workflow of the service: the entry of the one bundle.
export { evictionCase } from '@evict/eviction-case';
export { retention } from '@evict/retention';
