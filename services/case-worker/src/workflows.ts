// Every workflow of the product. This is the entry file of the one bundle.
export { evictionCase } from '@evict/eviction-case';
export { retention } from '@evict/retention';
