/** Preloaded: keeps memory until the heap is nearly full. */
import { getHeapStatistics } from 'node:v8';

const kept = [];
setInterval(() => {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  const missing = 0.93 * limit - used;
  for (let bytes = 0; bytes < missing; bytes += 80_000)
    kept.push(Array.from({ length: 10_000 }, (_, index) => index / 3));
}, 100).unref();
