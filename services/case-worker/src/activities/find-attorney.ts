import { chooseAttorney } from '@evict/store/attorneys';
import type { Store } from '@evict/store/database';
import type { RecordActivities } from '@evict/temporal/case-activities';
import { withoutValues } from './failures.ts';

/** The eligible attorney with the fewest open cases; null if there is none. */
export function createFindAttorney({ store }: { store: Store }): RecordActivities['findAttorney'] {
  return ({ jurisdiction }) => withoutValues(() => chooseAttorney(store, jurisdiction));
}
