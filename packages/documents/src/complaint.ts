import type { CaseFacts } from '@evict/case-model';
import { actionOf, documentOf } from '@evict/jurisdictions';
import { captionOf } from './court.ts';
import { fileTable } from './file-table.ts';
import type { Block } from './layout/blocks.ts';
import { accountOf, ledgerTable } from './ledger.ts';
import type { DocumentRequest, Exhibit } from './specs.ts';
import {
  addressLine,
  groundNames,
  list,
  longDate,
  methodText,
  money,
  namesOf,
  periodText,
  purposeText,
} from './wording.ts';

/** The complaint: what happened, what is requested, the oath, and the exhibits. */
export function complaintBlocks(request: DocumentRequest): Block[] {
  const { facts, pack } = request;
  const { title } = documentOf(pack, request.specId);
  return [
    captionOf(facts, pack, 'COMPLAINT'),
    { kind: 'title', text: title, under: `${actionOf(pack)} - ${groundNames[facts.ground]}` },
    ...section('Parties', parties(facts)),
    ...section('Premises', premises(request)),
    ...section('Lease', lease(request)),
    ...groundSection(request),
    ...section('Notice', notice(request)),
    ...section('Statements required by law', statements(request)),
    ...relief(facts),
    {
      kind: 'signature',
      heading: 'Signature',
      declaration: null,
      lines: ['Plaintiff or attorney for plaintiff', 'Date', 'Printed name and capacity', 'Bar number, if an attorney'],
    },
    {
      kind: 'signature',
      heading: 'Verification',
      declaration: `I am the plaintiff, or authorized to sign for the plaintiff. I have read this complaint with its schedule and exhibits. I declare under penalty of perjury under the laws of the State of ${pack.stateCode} that what it states is true of my own knowledge, or that I believe it to be true where it is stated on information.`,
      lines: ['Signature', 'Date', 'Printed name and capacity', 'Place signed'],
    },
    ...schedule(facts),
    ...exhibitBlocks(request.exhibits),
  ];
}

function section(heading: string, paragraphs: readonly string[]): Block[] {
  return [
    { kind: 'heading', text: heading },
    ...paragraphs.map((text): Block => ({ kind: 'paragraph', text, number: true })),
  ];
}

function parties(facts: CaseFacts): string[] {
  const described = (role: 'plaintiff' | 'defendant') =>
    list(
      facts.parties
        .filter((party) => party.role === role)
        .map(({ name, isEntity }) => (isEntity === true ? `${name} (a business entity)` : name)),
    );
  return [
    `The plaintiff is ${described('plaintiff')}.`,
    `The defendant is ${described('defendant')}, in possession of the premises as tenant.`,
  ].map((text, index) => (namesOf(facts, index === 0 ? 'plaintiff' : 'defendant').length > 1 ? inPlural(text) : text));
}

function inPlural(text: string): string {
  return text.replace(/^The (plaintiff|defendant) is /, 'The $1s are ').replace(/ as tenant\.$/, ' as tenants.');
}

function premises({ facts, exhibits }: DocumentRequest): string[] {
  const { property } = facts;
  const authority = exhibitNumbers(exhibits, 'authority');
  return [
    `The premises are a rental dwelling at ${addressLine(property)}.`,
    `The owner of record is ${property.ownerOfRecord}.`,
    authority === null
      ? 'The plaintiff has the authority to bring this case.'
      : `The plaintiff has the authority to bring this case, as ${authority} shows.`,
  ];
}

function lease({ facts, preparedOn }: DocumentRequest): string[] {
  const { startDate, endDate, monthlyRentCents } = facts.lease ?? {};
  const begun =
    startDate === undefined ? 'The premises are held under a lease' : `The lease began on ${longDate(startDate)}`;
  const term =
    endDate === undefined
      ? `${begun} and runs from month to month.`
      : `${begun} and ${endDate < preparedOn ? 'ended' : 'ends'} on ${longDate(endDate)}.`;
  return monthlyRentCents === undefined ? [term] : [term, `The rent is ${money(monthlyRentCents)} a month.`];
}

function groundSection({ facts }: DocumentRequest): Block[] {
  switch (facts.ground) {
    case 'nonpayment':
      return section('Rent not paid', rentNotPaid(facts));
    case 'lease_violation':
      return [
        ...section('Violation of the lease', [
          facts.violation
            ? `On or about ${longDate(facts.violation.date)} the lease was violated as follows:`
            : 'The lease was violated.',
        ]),
        { kind: 'paragraph', text: facts.violation?.description ?? '', indent: true },
        { kind: 'paragraph', text: 'The violation was not cured in the time that the notice gave.', number: true },
      ];
    case 'holdover':
      return section('Holding over', [
        'The tenancy has ended, by its own term or by the notice below, and was not renewed. The premises were not given back.',
      ]);
  }
}

function rentNotPaid(facts: CaseFacts): string[] {
  const { balance } = accountOf(facts);
  const claimed = BigInt(facts.amountOwedCents ?? balance);
  const unclaimed = claimed < balance ? ` The plaintiff claims ${money(claimed)} of it in this case.` : '';
  return [
    'Rent was not paid when it was due. Schedule A lists every charge and every payment.',
    `The balance of the account is ${money(balance)}.${unclaimed}`,
    `The amount owed is ${money(claimed)}.`,
  ];
}

function notice({ facts, pack, notice: served, exhibits }: DocumentRequest): string[] {
  if (!served) throw new Error('a complaint needs the notice that was served');
  const { document, period } = pack.notices[facts.ground];
  const way = `${served.method.endsWith('_mail') ? 'mailed' : 'served'} on ${longDate(served.servedDate)}`;
  const copies = [exhibitNumbers(exhibits, 'prior_notice'), exhibitNumbers(exhibits, 'prior_notice_proof')];
  const given =
    facts.entryPoint === 'filing' && facts.priorNotice ? ` It gave ${facts.priorNotice.periodDays} days.` : '';
  return [
    `The law asks for a ${document.title} of ${periodText(period)} (${period.citation}). The notice was ${way} ${methodText[served.method]}.${given}`,
    ...(served.expires === null ? [] : [`The time that the notice gave ran through ${longDate(served.expires)}.`]),
    ...(copies[0] === null ? [] : [`A copy of the notice is ${copies[0]}.`]),
    ...(copies[1] === null ? [] : [`Proof of its service is ${copies[1]}.`]),
  ];
}

function statements({ facts, pack }: DocumentRequest): string[] {
  const { caresCovered, subsidized, servicemember } = facts.attestations;
  const { citation, minimumDays } = pack.cares;
  return [
    caresCovered === true
      ? `The premises are a covered dwelling; a tenant cannot be required to leave before ${minimumDays} days after notice (${citation}).`
      : caresCovered === false
        ? `The premises are not a covered dwelling (${citation}).`
        : `The plaintiff makes no statement whether the premises are a covered dwelling (${citation}).`,
    militaryStatements[servicemember ?? 'unknown'],
    subsidized === true
      ? 'The tenancy is subsidized by a government program.'
      : 'To the plaintiff’s knowledge the tenancy is not subsidized by a government program.',
    'This case is not brought in retaliation, and not for a reason that the law against discrimination forbids.',
  ];
}

const militaryStatements = {
  no: 'To the plaintiff’s knowledge no defendant is in military service (50 U.S.C. § 3931).',
  yes: 'A defendant is in military service; the protections of 50 U.S.C. §§ 3931 and 3951 apply.',
  unknown:
    'The plaintiff cannot yet say whether a defendant is in military service, and will file the affidavit that 50 U.S.C. § 3931 asks for before any default.',
} as const;

function relief(facts: CaseFacts): Block[] {
  const claimed = facts.amountOwedCents ?? accountOf(facts).balance;
  const asked = [
    'judgment for possession of the premises, and a writ to carry it out;',
    ...(facts.ground === 'nonpayment' ? [`judgment for ${money(claimed)};`] : []),
    'the costs of this case; and',
    'such other relief as is just.',
  ];
  return [
    { kind: 'heading', text: 'Relief' },
    { kind: 'paragraph', text: 'The plaintiff asks the court for:' },
    ...asked.map((text, index): Block => {
      return { kind: 'paragraph', text: `(${'abcd'.charAt(index)}) ${text}`, indent: true };
    }),
  ];
}

function schedule(facts: CaseFacts): Block[] {
  if (facts.ground !== 'nonpayment') return [];
  return [{ kind: 'heading', text: 'Schedule A: account of charges and payments' }, ledgerTable(accountOf(facts))];
}

function exhibitBlocks(exhibits: readonly Exhibit[]): Block[] {
  const heading: Block = { kind: 'heading', text: 'Exhibits' };
  if (exhibits.length === 0) return [heading, { kind: 'paragraph', text: 'None.' }];
  return [
    heading,
    { kind: 'paragraph', text: 'Each file is named with the SHA-256 of its bytes, so that it can be checked.' },
    fileTable(exhibits.map((exhibit) => ({ ...exhibit, what: purposeText(exhibit.purpose) }))),
  ];
}

/** `Exhibit 2` or `Exhibits 2 and 3`; null without an upload for that purpose. */
function exhibitNumbers(exhibits: readonly Exhibit[], purpose: string): string | null {
  const numbers = exhibits.flatMap((exhibit, index) => (exhibit.purpose === purpose ? [String(index + 1)] : []));
  if (numbers.length === 0) return null;
  return `${numbers.length > 1 ? 'Exhibits' : 'Exhibit'} ${list(numbers)}`;
}
