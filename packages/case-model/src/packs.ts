import { newestPack, packByVersion, type RulePack } from '@evict/jurisdictions';
import { isSandbox, type Mode } from './mode.ts';
import type { CaseRecord } from './record.ts';

export type { Court } from '@evict/jurisdictions';

/** The rule pack for a new case in this state. Null if an attorney reports the law, or the state isn't served. */
export function rulesFor(mode: Mode, stateCode: string): RulePack | null {
  return isSandbox({ mode }) ? (newestPack(stateCode) ?? null) : null;
}

/**
 * The rule pack under which the case was submitted; later packs don't affect it. Null if an attorney reports the law,
 * because we compute no state's law.
 */
export function rulesOf({ submission }: Pick<CaseRecord, 'submission'>): RulePack | null {
  const versions = submission?.packVersions;
  return versions ? packByVersion(versions.jurisdiction, versions.rules) : null;
}

/**
 * Whether the tenant can cure the default, according to the rule pack. Without a pack, every ground except holdover can
 * be cured.
 */
export function hasCure(record: Pick<CaseRecord, 'submission'>): boolean {
  const ground = record.submission?.ground;
  const rules = rulesOf(record);
  return rules && ground ? rules.notices[ground].cure !== 'none' : ground !== 'holdover';
}
