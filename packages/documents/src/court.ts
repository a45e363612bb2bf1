import type { CaseFacts } from '@evict/case-model';
import type { RulePack } from '@evict/jurisdictions';
import type { CaptionBlock } from './layout/blocks.ts';
import { namesOf } from './wording.ts';

/** The caption of every court paper; the clerk fills in the number. */
export function captionOf(facts: CaseFacts, pack: RulePack, paper: string): CaptionBlock {
  const county = facts.property.county;
  return {
    kind: 'caption',
    court: [pack.court.name.toUpperCase(), ...(county === undefined ? [] : [`County of ${county}`])],
    plaintiffs: namesOf(facts, 'plaintiff'),
    defendants: namesOf(facts, 'defendant'),
    right: ['Case No. ____________________', 'Date filed: __________________', paper],
  };
}
