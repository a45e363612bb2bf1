/** Preloaded: keeps memory until the heap is nearly full. */
import { getHeapStatistics } from 'node:v8';

const kept = [];
const megabyte = 2 ** 20;
setInterval(() => {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  // Large arrays have pages of their own, which leave no gaps.
  if (used < 0.92 * limit - megabyte) kept.push(Array.from({ length: megabyte / 8 }, () => 0.5));
}, 10).unref();
