import type { ServicememberAnswer } from './facts.ts';

/**
 * What is awaited before any default judgment, whatever the customer answered. The affidavit: 50 U.S.C. § 3931(b)(1).
 * Counsel appointed by the court for a defendant in service: § 3931(b)(2).
 */
export function beforeDefault(answer: ServicememberAnswer | undefined): string {
  const affidavit = 'Before any default the attorney files an affidavit of military status (50 U.S.C. § 3931)';
  return answer === 'yes' ? `${affidavit}, and the court appoints counsel.` : `${affidavit}.`;
}
