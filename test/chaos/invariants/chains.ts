import { createPostgresBlobStore } from '@evict/store/bytes';
import { verifyAllCases } from '@evict/store/evidence';
import { read } from '../driver/acknowledge.ts';
import type { World } from '../driver/world.ts';

/** At the end: every case has one unbroken chain of events and audited reads, and the bytes of its documents. */
export async function checkChains({ stack, tally }: World): Promise<void> {
  const { store } = stack;
  const { faults } = await read(() => verifyAllCases({ store, blobs: createPostgresBlobStore(store) }));
  for (const fault of faults) tally.add('disagreement', fault);
}
