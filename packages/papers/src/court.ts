import type { Caption } from './layout/blocks.ts';
import type { DocumentRequest } from './requests.ts';
import { isEntityParty, namesOf, noticedNames, perPlaintiffs } from './wording.ts';

/** The caption of every court paper. If the case number isn't known yet, the clerk fills it in. */
export function captionOf({ facts, pack, courtCaseNumber }: DocumentRequest, paper: string): Caption {
  const county = facts.property.county;
  return {
    kind: 'caption',
    court: [
      pack.court.name.toUpperCase(),
      ...(county === undefined ? [] : [`County of ${county}`]),
      pack.court.address.join(', '),
    ],
    plaintiffs: namesOf(facts, 'plaintiff'),
    defendants: noticedNames(facts),
    right: [
      `Case No. ${courtCaseNumber ?? '____________________'}`,
      ...(courtCaseNumber === null ? ['(entered by the clerk)'] : []),
      'Date filed: __________________',
      paper,
    ],
  };
}

/** The attorney who appears for the plaintiffs. Null if they may appear for themselves. */
export function counselOf({ facts, pack }: DocumentRequest): readonly string[] | null {
  if (!facts.parties.some((party) => party.role === 'plaintiff' && isEntityParty(party))) return null;
  const { name, address, telephone, email, barNumber } = pack.counsel;
  return [name, ...address, `${telephone}, ${email}`, barNumber];
}

/**
 * The statement on protections before a default judgment, whatever the plaintiff knows of the defendant's military
 * service.
 */
export function beforeDefault({ facts }: DocumentRequest): string {
  const affidavit = `Before any default the ${perPlaintiffs(facts, 'plaintiff files', 'plaintiffs file')} an affidavit that states whether each defendant is in military service (50 U.S.C. § 3931(b)(1)).`;
  const counsel =
    'Where a defendant in military service does not appear, the court appoints counsel for that defendant before it enters judgment (50 U.S.C. § 3931(b)(2)).';
  return facts.attestations.servicemember === 'yes' ? `${affidavit} ${counsel}` : affidavit;
}
