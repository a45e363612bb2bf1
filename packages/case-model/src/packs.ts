import { packByVersion, type RulePack } from '@evict/jurisdictions';
import type { CaseRecord } from './record.ts';

/** The rule pack that the case was submitted under; later packs never alter a running case. */
export function packOf({ brief }: CaseRecord): RulePack {
  if (!brief?.packVersions) throw new Error('only a submitted sandbox case has a rule pack');
  return packByVersion(brief.packVersions.jurisdiction, brief.packVersions.rules);
}
