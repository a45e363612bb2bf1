import type { CaseFacts } from '@evict/case-model';
import { documentsOf, packByVersion } from '@evict/jurisdictions';
import type { DocumentRequest } from '../src/requests.ts';

/** Returns the facts of a complete case, by default for nonpayment. */
export function buildFacts(over: Partial<CaseFacts> = {}): CaseFacts {
  return {
    ground: 'nonpayment',
    entryPoint: 'notice',
    property: {
      line1: '12 Example Street',
      unit: '4B',
      city: 'Sandbox City',
      county: 'Test',
      state: 'ZZ',
      zip: '00001',
      ownerOfRecord: 'Acme Holdings LLC',
    },
    parties: [
      { role: 'plaintiff', name: 'Acme Holdings LLC', isEntity: true },
      { role: 'defendant', name: 'Nguyễn Thị Hạnh' },
      { role: 'defendant', name: 'Γιώργος Παπαδόπουλος' },
      { role: 'defendant', name: 'Екатерина Щёлокова' },
    ],
    lease: { startDate: '2025-01-01', endDate: '2026-06-30', monthlyRentCents: 125_000 },
    ledger: buildLedger(14),
    amountOwedCents: 125_000,
    violation: { description: 'Three large dogs were kept although section 7 forbids pets.', date: '2026-06-12' },
    attestations: {
      authority: true,
      notRetaliatory: true,
      notDiscriminatory: true,
      caresCovered: false,
      subsidized: false,
      servicemember: 'no',
    },
    ...over,
  };
}

/**
 * Returns a ledger of `count` entries, in which rent and its payment alternate. The last two payments cover only half
 * of the rent.
 */
export function buildLedger(count: number): NonNullable<CaseFacts['ledger']> {
  return Array.from({ length: count }, (_, index) => ({
    date: `2025-${String((Math.floor(index / 2) % 12) + 1).padStart(2, '0')}-0${(index % 2) + 1}`,
    type: index % 2 === 0 ? ('charge' as const) : ('payment' as const),
    amountCents: index % 2 === 0 || index < count - 4 ? 125_000 : 62_500,
    memo: `Entry ${index + 1}`,
  }));
}

const pack = packByVersion('zz', '2026.1');
/** The ids of all documents of the sandbox jurisdiction. */
export const specIds = documentsOf(pack).map(({ id }) => id);

export function buildRequest(specId: string, over: Partial<DocumentRequest> = {}): DocumentRequest {
  const stage = specId.endsWith('.summons.v1') ? 'summons' : 'notice';
  const ground = (Object.entries(pack.notices).find(([, rule]) => rule.document.id === specId)?.[0] ??
    'nonpayment') as CaseFacts['ground'];
  return {
    specId,
    caseId: 'case_0198c0de-7a11-7000-8000-000000000001',
    facts: buildFacts({ ground }),
    preparedOn: '2026-07-02',
    revision: 1,
    pack,
    notice: { servedDate: '2026-07-02', method: 'personal', expires: '2026-07-10' },
    service: { stage, method: 'personal', servedDate: '2026-07-03', time: '09:05' },
    courtCaseNumber: null,
    exhibits: [
      { filename: 'management-agreement.pdf', purpose: 'authority', contentHash: '0123456789abcdef'.repeat(4) },
    ],
    ...over,
  };
}
