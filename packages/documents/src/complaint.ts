import type { CaseFacts } from '@evict/case-model';
import { actionOf, documentOf } from '@evict/jurisdictions';
import { beforeDefault, captionOf, counselOf } from './court.ts';
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
  sandboxMethod,
} from './wording.ts';

/** The complaint: what happened, what is requested, the oath, and the exhibits. */
export function complaintBlocks(request: DocumentRequest): Block[] {
  const { facts, pack } = request;
  const { title } = documentOf(pack, request.specId);
  return [
    captionOf(request, 'COMPLAINT'),
    { kind: 'title', text: title, under: `${actionOf(pack)} - ${groundNames[facts.ground]}` },
    ...section('Parties', parties(request)),
    ...section('Court and premises', premises(request)),
    ...section('Lease', lease(request)),
    ...groundSection(request),
    ...section('Notice and demand', notice(request)),
    ...section('Federal law and other statements', statements(request)),
    ...relief(facts),
    signatureOf(request),
    {
      kind: 'signature',
      heading: 'Verification',
      declaration: `${counselOf(request) === null ? 'I am a plaintiff, or authorized to sign for the plaintiff.' : 'I am an officer or agent of the plaintiff, authorized to sign for it.'} I have read this complaint with its ${facts.ground === 'nonpayment' ? 'schedule and exhibits' : 'exhibits'}. I declare under penalty of perjury under the laws of the State of ${pack.stateCode} that what it states is true of my own knowledge, or that I believe it to be true where it is stated on information.`,
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

/** An entity appears and signs by an attorney; a person may sign alone. */
function signatureOf(request: DocumentRequest): Block {
  const counsel = counselOf(request);
  const plaintiffs = namesOf(request.facts, 'plaintiff');
  return {
    kind: 'signature',
    heading: 'Signature',
    declaration:
      counsel === null
        ? `${list(plaintiffs)}, ${plaintiffs.length > 1 ? 'plaintiffs' : 'plaintiff'}`
        : `${list(plaintiffs)}, by the attorney for the plaintiff:\n${counsel.join('\n')}`,
    lines:
      counsel === null
        ? [
            'Signature of plaintiff or attorney',
            'Date',
            'Address',
            'Telephone and email',
            'If an attorney: printed name',
            'Bar number',
          ]
        : ['Signature of the attorney for the plaintiff', 'Date'],
  };
}

function parties(request: DocumentRequest): string[] {
  const { facts } = request;
  const described = (role: 'plaintiff' | 'defendant') =>
    list(
      facts.parties
        .filter((party) => party.role === role)
        .map(({ name, isEntity }) => (isEntity === true ? `${name} (a business entity)` : name)),
    );
  const [plaintiffs, defendants] = [namesOf(facts, 'plaintiff').length, namesOf(facts, 'defendant').length];
  return [
    `The ${plaintiffs > 1 ? 'plaintiffs are' : 'plaintiff is'} ${described('plaintiff')}${counselOf(request) === null ? '' : plaintiffs > 1 ? ', who appear by counsel' : ', which appears by counsel'}.`,
    `The ${defendants > 1 ? 'defendants are' : 'defendant is'} ${described('defendant')}, in possession of the premises as ${defendants > 1 ? 'tenants' : 'tenant'}.`,
    ...(facts.entryPoint === 'notice'
      ? [
          'The case is also brought against all other occupants of the premises, to whom the notice was addressed as well.',
        ]
      : []),
  ];
}

function premises({ facts, pack, exhibits }: DocumentRequest): string[] {
  const { property } = facts;
  const authority = exhibitNumbers(exhibits, 'authority');
  return [
    `The premises are a rental dwelling at ${addressLine(property)}.`,
    `This is an action for ${pack.action.name.toLowerCase()} (${pack.action.citation}). The premises are within the jurisdiction of this court.`,
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

function groundSection({ facts, preparedOn }: DocumentRequest): Block[] {
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
      ];
    case 'holdover':
      return section('Holding over', [holdingOver(facts.lease?.endDate, preparedOn)]);
  }
}

function holdingOver(end: string | undefined, preparedOn: string): string {
  if (end === undefined) return 'The tenancy ran from month to month. The notice below ended it.';
  return `The lease ${end < preparedOn ? 'ended' : 'ends'} on ${longDate(end)} by its own term. It was not renewed, and the notice below ended any tenancy that went on after it.`;
}

function rentNotPaid(facts: CaseFacts): string[] {
  const { balance } = accountOf(facts);
  const claimed = BigInt(facts.amountOwedCents ?? balance);
  const part = claimed < balance ? ' of it' : '';
  return [
    'Rent was not paid when it was due. Schedule A lists every charge and every payment.',
    `The balance of the account is ${money(balance)}. The plaintiff claims ${money(claimed)}${part} in this case.`,
  ];
}

/** That it was given, how, through when; that it was not complied with, and that possession is withheld. */
function notice(request: DocumentRequest): string[] {
  const { facts, pack, notice: served, exhibits } = request;
  if (!served) throw new Error('a complaint needs the notice that was served');
  const { document, period } = pack.notices[facts.ground];
  const ours = facts.entryPoint === 'notice';
  const method = ours ? sandboxMethod(served.method) : served.method;
  const isMailed = method === 'certified_mail' || method === 'first_class_mail';
  const way = `${isMailed ? 'mailed' : 'served'} on ${longDate(served.servedDate)} ${methodText[method]}`;
  const given = !ours && facts.priorNotice ? ` It gave ${facts.priorNotice.periodDays} days.` : '';
  const [copy, proof] = [exhibitNumbers(exhibits, 'prior_notice'), exhibitNumbers(exhibits, 'prior_notice_proof')];
  return [
    `The law requires a ${document.title} of ${periodText(period)} (${period.citation}). The notice was ${way}.${given}`,
    ...(copy === null ? [] : [`A copy of the notice is ${copy}.`]),
    ...(proof === null ? [] : [`Proof of its service is ${proof}.`]),
    `${demanded(facts)}${served.expires === null ? '' : ` The time that the notice gave ran through ${longDate(served.expires)}.`}`,
    `${notComplied(facts)} Possession of the premises is withheld from the plaintiff.`,
  ];
}

function demanded(facts: CaseFacts): string {
  switch (facts.ground) {
    case 'nonpayment': {
      // What an earlier notice demanded is in its copy; it is not known here.
      const amount =
        facts.entryPoint === 'notice' ? money(facts.amountOwedCents ?? accountOf(facts).balance) : 'the rent owed';
      return `The notice demanded payment of ${amount} or possession of the premises.`;
    }
    case 'lease_violation':
      return 'The notice demanded that the violation be cured or possession of the premises.';
    case 'holdover':
      return 'The notice demanded possession of the premises.';
  }
}

function notComplied(facts: CaseFacts): string {
  const many = facts.entryPoint === 'notice' || namesOf(facts, 'defendant').length > 1;
  const who = many ? 'the defendants did not vacate the premises' : 'the defendant did not vacate the premises';
  switch (facts.ground) {
    case 'nonpayment':
      return `In that time the rent demanded was not paid, and ${who}.`;
    case 'lease_violation':
      return `In that time the violation was not cured, and ${who}.`;
    case 'holdover':
      return `In that time ${who}.`;
  }
}

function statements(request: DocumentRequest): string[] {
  const { facts, pack } = request;
  const { caresCovered, subsidized, servicemember } = facts.attestations;
  const { citation, minimumDays } = pack.cares;
  const expires = request.notice?.expires;
  const waited = typeof expires === 'string' ? ` The time that the notice gave ran through ${longDate(expires)}.` : '';
  return [
    caresCovered === true
      ? `The premises are a covered dwelling; the tenant may not be required to vacate before ${minimumDays} days after notice (${citation}).${waited}`
      : caresCovered === false
        ? `The premises are not a covered dwelling (${citation}).`
        : `The plaintiff makes no statement whether the premises are a covered dwelling (${citation}).`,
    `${militaryStatements[servicemember ?? 'unknown']} ${beforeDefault(request)}`,
    subsidized === true
      ? 'The tenancy is subsidized by a government program.'
      : 'To the plaintiff’s knowledge the tenancy is not subsidized by a government program.',
    'The case is not brought in retaliation, and not for a reason that the law against discrimination forbids.',
  ];
}

const militaryStatements = {
  no: 'To the plaintiff’s knowledge no defendant is in military service.',
  yes: 'A defendant is in military service; 50 U.S.C. §§ 3931 and 3951 protect that defendant.',
  unknown: 'The plaintiff does not know whether a defendant is in military service.',
} as const;

function relief(facts: CaseFacts): Block[] {
  const claimed = facts.amountOwedCents ?? accountOf(facts).balance;
  const asked = [
    'judgment for possession of the premises, and a writ to carry it out;',
    ...(facts.ground === 'nonpayment' ? [`judgment for unpaid rent of ${money(claimed)};`] : []),
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
