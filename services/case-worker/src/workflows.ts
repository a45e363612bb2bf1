// Every workflow that this worker runs: the entry of the one bundle.
export { evictionCase } from '@evict/eviction-case';
export { retention } from '@evict/retention';
