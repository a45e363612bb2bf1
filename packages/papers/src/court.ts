import type { Caption } from './layout/blocks.ts';
import type { DocumentRequest } from './requests.ts';
import { isEntityParty, namesOf, noticedNames, perPlaintiffs } from './wording.ts';

/** Returns the caption for a court paper. If the case number isn't known yet, the clerk fills it in. */
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

/**
 * Returns the name and contact lines of the attorney who appears for the plaintiffs. Null if no plaintiff is an entity,
 * so they may appear for themselves.
 */
export function counselOf({ facts, pack }: DocumentRequest): readonly string[] | null {
  if (!facts.parties.some((party) => party.role === 'plaintiff' && isEntityParty(party))) return null;
  const { name, address, telephone, email, barNumber } = pack.counsel;
  return [name, ...address, `${telephone}, ${email}`, barNumber];
}

/**
 * Returns the statement on how defendants in military service are protected from a default judgment. It is needed
 * whatever the plaintiff knows about their service.
 */
export function beforeDefault({ facts }: DocumentRequest): string {
  const affidavit = `Before any default the ${perPlaintiffs(facts, 'plaintiff files', 'plaintiffs file')} an affidavit that states whether each defendant is in military service (50 U.S.C. § 3931(b)(1)).`;
  const counsel =
    'Where a defendant in military service does not appear, the court appoints counsel for that defendant before it enters judgment (50 U.S.C. § 3931(b)(2)).';
  return facts.attestations.servicemember === 'yes' ? `${affidavit} ${counsel}` : affidavit;
}
