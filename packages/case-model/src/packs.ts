import { newestPack, packByVersion, type RulePack } from '@evict/jurisdictions';
import { isSandbox, type Mode } from './mode.ts';
import type { CaseRecord } from './record.ts';

export type { Court } from '@evict/jurisdictions';

/** The pack of a new case in that state; null if an attorney reports the law or the state is not served. */
export function rulesFor(mode: Mode, stateCode: string): RulePack | null {
  return isSandbox({ mode }) ? (newestPack(stateCode) ?? null) : null;
}

/**
 * The rule pack that the case was submitted under; later packs do not affect it. Null if an attorney reports the law:
 * we compute no state's law.
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
