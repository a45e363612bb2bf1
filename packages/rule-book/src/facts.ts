import { entryPoints, grounds, type ResolvedJurisdiction } from '@evict/jurisdictions';
import type { Section } from './book.ts';
import { groundNames, list } from './words.ts';

/** What each path of the intake asks for, in words. */
const factWords: Readonly<Record<string, string>> = {
  'property.line1': 'Street address of the premises',
  'property.city': 'City',
  'property.state': 'State',
  'property.zip': 'ZIP code',
  'property.ownerOfRecord': 'Owner of record',
  'parties[plaintiff]': 'At least one plaintiff',
  'parties[defendant]': 'At least one defendant',
  'lease.startDate': 'Beginning of the lease',
  'lease.endDate': 'End of the lease (not for a tenancy from month to month)',
  'lease.monthlyRentCents': 'Monthly rent',
  ledger: 'Ledger of charges and payments',
  amountOwedCents: 'Amount owed',
  'violation.description': 'What happened',
  'violation.date': 'When it happened',
  'attestations.authority': 'Statement: authority to bring the case',
  'attestations.notRetaliatory': 'Statement: the case does not retaliate',
  'attestations.notDiscriminatory': 'Statement: the case does not discriminate',
  'attestations.servicemember': 'Answer: whether a tenant is in military service (50 U.S.C. §§ 3931, 3951)',
  'attestations.subsidized': 'Answer: whether the tenancy is subsidized',
  'attestations.caresCovered': 'Answer: whether the CARES Act covers the dwelling (15 U.S.C. § 9058)',
  'priorNotice.servedDate': 'Day on which the prior notice was served',
  'priorNotice.method': 'How the prior notice was served',
  'priorNotice.periodDays': 'Days that the prior notice stated',
  'documents[prior_notice]': 'Copy of the notice as served',
  'documents[prior_notice_proof]': 'Proof of its service',
};

/** The facts that a case needs, by ground and by where it enters. The same in every state. */
export function factsSection({ grounds: rows }: Pick<ResolvedJurisdiction, 'grounds'>): Section {
  const entriesOf = (fact: string) =>
    entryPoints.filter((entry) => rows.some((row) => row.requiredFactsByEntryPoint[entry].includes(fact)));
  const wanted = (ground: (typeof grounds)[number], fact: string): boolean =>
    rows.some((row) => row.ground === ground && row.requiredFactsByEntryPoint.filing.includes(fact));
  const facts = [...new Set(rows.flatMap(({ requiredFactsByEntryPoint }) => requiredFactsByEntryPoint.filing))];
  return {
    title: 'Facts that intake requires',
    rules: [
      {
        title: 'Required facts',
        words: [
          'A case cannot be submitted without these facts. The list is the same in every state: it says what the service asks for, and not what a state requires.',
          'A case that enters with its filing has had its notice served already, and needs the facts of that notice.',
        ],
        basis: {
          citation: 'none: no law is stated',
          source: 'intake of this service; the sections named in the table',
          checked: '2026-11-22',
          sure: 'ours',
        },
        tables: [
          {
            caption: 'Facts by ground',
            headers: ['Fact', 'Field of the case', ...grounds.map((ground) => groundNames[ground]), 'Enters with'],
            rows: facts.map((fact) => [
              factWords[fact] ?? fact,
              fact,
              ...grounds.map((ground) => (wanted(ground, fact) ? 'required' : '-')),
              list(entriesOf(fact), 'or'),
            ]),
          },
        ],
      },
    ],
  };
}
