import { newestPack, packByVersion, type RulePack } from '@evict/jurisdictions';
import { isSandbox, type Mode } from './mode.ts';
import type { CaseRecord } from './record.ts';

export type { Court } from '@evict/jurisdictions';

/** The law that a new case in that state would be under; null where an attorney reports it, or nobody serves the place. */
export function rulesFor(mode: Mode, stateCode: string): RulePack | null {
  return isSandbox({ mode }) ? (newestPack(stateCode) ?? null) : null;
}

/**
 * The rule pack that the case was submitted under, which later packs never alter; null where an attorney reports the
 * law: we compute no state's.
 */
export function rulesOf({ submission }: Pick<CaseRecord, 'submission'>): RulePack | null {
  const versions = submission?.packVersions;
  return versions ? packByVersion(versions.jurisdiction, versions.rules) : null;
}

/** Whether the tenant can cure: as the rule pack says; without one, on every ground but holdover. */
export function hasCure(record: Pick<CaseRecord, 'submission'>): boolean {
  const ground = record.submission?.ground;
  const rules = rulesOf(record);
  return rules && ground ? rules.notices[ground].cure !== 'none' : ground !== 'holdover';
}
