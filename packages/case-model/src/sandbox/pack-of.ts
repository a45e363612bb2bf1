import type { RulePack } from '@evict/jurisdictions';
import { rulesOf } from '../packs.ts';
import type { CaseRecord } from '../record.ts';

/** Returns the rule pack of a submitted sandbox case. Throws for any other case. */
export function packOf(record: CaseRecord): RulePack {
  const rules = rulesOf(record);
  if (!rules) throw new Error('only a submitted sandbox case has a rule pack');
  return rules;
}
