// In the one bundle, around every workflow.
export { interceptors } from '@evict/eviction-case/request-id';
