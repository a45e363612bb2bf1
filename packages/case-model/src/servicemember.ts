import type { ServicememberAnswer } from './facts.ts';

/**
 * What is required before any default judgment, whatever the customer answered: the affidavit of 50 U.S.C. §
 * 3931(b)(1), and for a defendant in military service the court-appointed counsel of § 3931(b)(2).
 */
export function beforeDefault(answer: ServicememberAnswer | undefined): string {
  const affidavit = 'Before any default the attorney files an affidavit of military status (50 U.S.C. § 3931)';
  return answer === 'yes' ? `${affidavit}, and the court appoints counsel.` : `${affidavit}.`;
}
