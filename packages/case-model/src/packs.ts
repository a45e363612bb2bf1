import { newestPack, packByVersion, type RulePack } from '@evict/jurisdictions';
import { isSandbox, type Mode } from './mode.ts';
import type { CaseRecord } from './record.ts';

export type { Court } from '@evict/jurisdictions';

/**
 * Returns the rule pack for a new case in this US state. Null if an attorney reports the law, or if there is no pack
 * for the state.
 */
export function rulesFor(mode: Mode, stateCode: string): RulePack | null {
  return isSandbox({ mode }) ? (newestPack(stateCode) ?? null) : null;
}

/**
 * Returns the rule pack under which the case was submitted. Later packs don't affect the case. Null before submit, and
 * for a live case, whose law the attorney reports because we don't compute any state's law.
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
