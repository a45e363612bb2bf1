// Exports every workflow. This is the entry file of the workflow bundle.
export { evictionCase } from '@evict/eviction-case';
export { retention } from '@evict/retention';
