import type { CaseFacts, Ground } from '@evict/case-model';
import type { DocumentRequest } from '../src/requests.ts';
import { buildFacts, buildRequest } from './build-request.ts';

const hash = (digits: string) => digits.repeat(64 / digits.length);
const own: DocumentRequest['exhibits'] = [
  { filename: 'zz-notice.pdf', purpose: 'prior_notice', contentHash: hash('0123456789abcdef') },
  { filename: 'zz-proof-of-notice.pdf', purpose: 'prior_notice_proof', contentHash: hash('89abcdef01234567') },
];
const uploads: DocumentRequest['exhibits'] = [
  { filename: 'notice.pdf', purpose: 'prior_notice', contentHash: hash('fedcba9876543210') },
  { filename: 'server.pdf', purpose: 'prior_notice_proof', contentHash: hash('76543210fedcba98') },
  { filename: 'management-agreement.pdf', purpose: 'authority', contentHash: hash('00ff') },
];

const person: CaseFacts['parties'] = [
  { role: 'plaintiff', name: 'Alex Owner', isEntity: false },
  { role: 'defendant', name: 'Terry Example' },
];
const entity: CaseFacts['parties'] = [
  { role: 'plaintiff', name: 'Acme Holdings LLC', isEntity: true },
  { role: 'defendant', name: 'Terry Example' },
  { role: 'defendant', name: 'Екатерина Щёлокова' },
  { role: 'defendant', name: 'Example Tenants Inc.', isEntity: true },
];
const account: NonNullable<CaseFacts['ledger']> = [
  { date: '2026-05-01', type: 'charge', amountCents: 140_000, memo: 'Rent May' },
  { date: '2026-05-04', type: 'payment', amountCents: 90_000 },
  { date: '2026-06-01', type: 'charge', amountCents: 140_000, memo: 'Rent June' },
];

function facts(ground: Ground, over: Partial<CaseFacts> = {}): CaseFacts {
  const { property } = buildFacts();
  return buildFacts({
    ground,
    parties: person,
    property: { ...property, ownerOfRecord: 'Alex Owner' },
    lease: { startDate: '2025-06-01', endDate: '2027-05-31', monthlyRentCents: 140_000 },
    paymentAddress: over.lease === undefined ? '4 Office Street, Sandbox City' : undefined,
    ledger: ground === 'nonpayment' ? account : undefined,
    amountOwedCents: ground === 'nonpayment' ? 190_000 : undefined,
    violation: ground === 'lease_violation' ? buildFacts().violation : undefined,
    ...over,
  });
}

const attested = (over: Partial<CaseFacts['attestations']>) => ({ ...buildFacts().attestations, ...over });
const byEntity = { parties: entity, property: buildFacts().property };
const rent = { startDate: '2025-06-01', monthlyRentCents: 140_000 };
const earlier = (ground: Ground, over: Partial<CaseFacts> = {}) =>
  facts(ground, {
    entryPoint: 'filing',
    priorNotice: { servedDate: '2026-05-29', method: 'posting', periodDays: 10 },
    ...over,
  });

const paper = (specId: string, over: Partial<DocumentRequest>): DocumentRequest =>
  buildRequest(specId, { exhibits: own, ...over });
const notice = (of: CaseFacts) => paper(`zz.notice.${of.ground}.v1`, { facts: of, exhibits: [] });
const served = { servedDate: '2026-07-03', method: 'personal', expires: '2026-07-13' } as const;
const complaint = (of: CaseFacts, over: Partial<DocumentRequest> = {}) =>
  paper('zz.complaint.v1', { facts: of, preparedOn: '2026-07-14', notice: served, ...over });
const summons = (of: CaseFacts) => paper('zz.summons.v1', { facts: of, preparedOn: '2026-07-14', notice: served });
const proof = (stage: 'notice' | 'summons', method: NonNullable<DocumentRequest['service']>['method'], of: CaseFacts) =>
  paper(`zz.proof.${stage}.v1`, {
    facts: of,
    preparedOn: '2026-07-03',
    service: { stage, method, servedDate: '2026-07-03', time: '14:05' },
    courtCaseNumber: stage === 'summons' ? 'ZZ-2026-LT-000123' : null,
  });

/**
 * The sandbox's papers that are shown as pictures, by file name: each ground, entry point, kind of party and method of
 * service.
 */
export const papers: Readonly<Record<string, DocumentRequest>> = {
  'notice-nonpayment': notice(facts('nonpayment')),
  'notice-nonpayment-cares-partial': notice(
    facts('nonpayment', {
      ...byEntity,
      lease: rent,
      amountOwedCents: 140_000,
      attestations: attested({ caresCovered: true }),
    }),
  ),
  'notice-lease-violation': notice(facts('lease_violation')),
  'notice-holdover-month-to-month': notice(facts('holdover', { ...byEntity, lease: rent })),
  'notice-holdover-lease-ends': notice(facts('holdover', { lease: { ...rent, endDate: '2026-07-31' } })),
  'complaint-nonpayment-entity': complaint(
    facts('nonpayment', {
      ...byEntity,
      amountOwedCents: 140_000,
      attestations: attested({ caresCovered: true, servicemember: 'yes' }),
    }),
    { notice: { ...served, method: 'posting', expires: '2026-08-03' }, preparedOn: '2026-08-04' },
  ),
  'complaint-lease-violation': complaint(
    facts('lease_violation', { attestations: attested({ servicemember: 'unknown' }) }),
  ),
  'complaint-holdover': complaint(facts('holdover', { lease: { ...rent, endDate: '2026-06-30' } }), {
    notice: { ...served, expires: '2026-08-03' },
    preparedOn: '2026-08-04',
  }),
  'complaint-nonpayment-earlier-notice': complaint(earlier('nonpayment'), {
    notice: { servedDate: '2026-05-29', method: 'posting', expires: '2026-06-08' },
    exhibits: uploads,
  }),
  'complaint-holdover-earlier-notice': complaint(
    earlier('holdover', {
      ...byEntity,
      lease: rent,
      priorNotice: { servedDate: '2026-05-29', method: 'certified_mail', periodDays: 30 },
    }),
    {
      notice: { servedDate: '2026-05-29', method: 'certified_mail', expires: '2026-07-01' },
      exhibits: uploads,
    },
  ),
  'summons-person': summons(facts('lease_violation')),
  'summons-entity-earlier-notice': summons(
    earlier('nonpayment', { ...byEntity, attestations: attested({ servicemember: 'yes' }) }),
  ),
  'proof-notice-personal': proof('notice', 'personal', facts('nonpayment', byEntity)),
  'proof-notice-substitute': proof('notice', 'substitute', facts('nonpayment')),
  'proof-notice-posting': proof('notice', 'posting', facts('nonpayment', byEntity)),
  'proof-notice-certified-mail': proof('notice', 'certified_mail', facts('holdover')),
  'proof-summons-personal': proof('summons', 'personal', facts('nonpayment')),
  'proof-summons-posting': proof('summons', 'posting', facts('nonpayment', byEntity)),
};
