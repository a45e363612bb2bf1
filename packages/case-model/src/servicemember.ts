import type { ServicememberAnswer } from './facts.ts';

/**
 * Returns a sentence on what is required before a default judgment. Any default needs the affidavit of 50 U.S.C. §
 * 3931(b)(1). A defendant in military service also needs court-appointed counsel under § 3931(b)(2).
 */
export function beforeDefault(answer: ServicememberAnswer | undefined): string {
  const affidavit =
    'Before any default judgment, the attorney files an affidavit of military status (50 U.S.C. § 3931)';
  return answer === 'yes' ? `${affidavit}, and the court appoints counsel.` : `${affidavit}.`;
}
