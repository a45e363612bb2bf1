import type { CaseFacts, Ground } from '@evict/case-model';
import { actionOf, documentOf } from '@evict/jurisdictions';
import { beforeDefault, captionOf, counselOf } from './court.ts';
import { type Block, heading, paragraph, signature, title } from './layout/blocks.ts';
import type { DocumentRequest, Exhibit } from './requests.ts';
import { accountOf, fileTable, lastDate, ledgerTable } from './tables.ts';
import {
  addressLine,
  groundNames,
  isEntityParty,
  leftWith,
  list,
  longDate,
  methodText,
  money,
  namesOf,
  periodText,
  perPlaintiffs,
  purposeText,
  sandboxMethod,
} from './wording.ts';

/** Returns the complaint: what happened, what is requested, the oath, and the exhibits. */
export function complaintBlocks(request: DocumentRequest): Block[] {
  const { facts, pack, specId, exhibits } = request;
  return [
    captionOf(request, 'COMPLAINT'),
    title(documentOf(pack, specId).title, `${actionOf(pack)} - ${groundNames[facts.ground]}`),
    ...section('Parties', parties(request)),
    ...section('Court and premises', premises(request)),
    ...section('Lease', lease(request)),
    ...groundPleadings[facts.ground].pleaded(request),
    ...section('Notice and demand', notice(request)),
    ...section('Federal law and other statements', statements(request)),
    ...relief(facts),
    ...signatures(request),
    ...verifications(request),
    ...schedule(facts),
    ...exhibitBlocks(exhibits),
  ];
}

function section(name: string, paragraphs: readonly string[]): Block[] {
  return [heading(name), ...paragraphs.map((text) => paragraph(text, { numbered: true }))];
}

/**
 * Returns a verification for each plaintiff who is a natural person, and one by an officer or agent for all entities.
 */
function verifications({ facts, pack }: DocumentRequest): Block[] {
  const plaintiffs = facts.parties.filter(({ role }) => role === 'plaintiff');
  const entities = plaintiffs.filter(isEntityParty).map(({ name }) => name);
  const oaths = plaintiffs
    .filter((party) => !isEntityParty(party))
    .map(({ name }) => `I, ${name}, am ${perPlaintiffs(facts, 'the plaintiff', 'a plaintiff')}.`);
  if (entities.length > 0) {
    const them = entities.length === 1 ? 'it' : 'each of them';
    oaths.push(`I am an officer or agent of ${list(entities)}, authorized to sign for ${them}.`);
  }
  const attached = facts.ground === 'nonpayment' ? 'schedule and exhibits' : 'exhibits';
  return oaths.map((oath) =>
    signature(
      'Verification',
      `${oath} I have read this complaint with its ${attached}. I declare under penalty of perjury under the laws of the State of ${pack.stateCode} that what it states is true of my own knowledge, or that I believe it to be true where it is stated on information.`,
      ['Signature', 'Date', 'Printed name and capacity', 'Place signed'],
    ),
  );
}

/** If any plaintiff is an entity, an attorney signs for all of them. Otherwise each plaintiff may sign. */
function signatures(request: DocumentRequest): Block[] {
  const counsel = counselOf(request);
  const plaintiffs = namesOf(request.facts, 'plaintiff');
  if (counsel === null) {
    const lines = [
      'Signature of plaintiff or attorney',
      'Date',
      'Address',
      'Telephone and email',
      'If an attorney: printed name',
      'Bar number',
    ];
    return plaintiffs.map((name) => signature('Signature', `${name}, plaintiff`, lines));
  }
  const attorney = `attorney for the ${perPlaintiffs(request.facts, 'plaintiff', 'plaintiffs')}`;
  const declaration = `${list(plaintiffs)}, by the ${attorney}:\n${counsel.join('\n')}`;
  return [signature('Signature', declaration, [`Signature of the ${attorney}`, 'Date'])];
}

function parties(request: DocumentRequest): string[] {
  const { facts } = request;
  const described = (role: 'plaintiff' | 'defendant') => {
    const found = facts.parties.filter((party) => party.role === role);
    const names = found.map((party) => (isEntityParty(party) ? `${party.name} (a business entity)` : party.name));
    return { names: list(names), are: `${role}${found.length > 1 ? 's are' : ' is'}`, isMany: found.length > 1 };
  };
  const [plaintiffs, defendants] = [described('plaintiff'), described('defendant')];
  const byCounsel = plaintiffs.isMany ? ', who appear by counsel' : ', which appears by counsel';
  return [
    `The ${plaintiffs.are} ${plaintiffs.names}${counselOf(request) === null ? '' : byCounsel}.`,
    `The ${defendants.are} ${defendants.names}, in possession of the premises as ${defendants.isMany ? 'tenants' : 'tenant'}.`,
    ...(facts.entryPoint === 'notice'
      ? [
          'The case is also brought against all other occupants of the premises, to whom the notice was addressed as well.',
        ]
      : []),
  ];
}

function premises({ facts, pack, exhibits }: DocumentRequest): string[] {
  const { property } = facts;
  const plaintiffHas = perPlaintiffs(facts, 'The plaintiff has', 'The plaintiffs have');
  const authority = exhibitNumbers(exhibits, 'authority');
  return [
    `The premises are a rental dwelling at ${addressLine(property)}.`,
    `This is an action for ${pack.action.name.toLowerCase()} (${pack.action.citation}). The premises are within the jurisdiction of this court.`,
    `The owner of record is ${property.ownerOfRecord}.`,
    authority === null
      ? `${plaintiffHas} the authority to bring this case.`
      : `${plaintiffHas} the authority to bring this case, as ${authority} shows.`,
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

/**
 * What a complaint says for one ground: the pleading, what the notice demanded, and what the tenant failed to do in
 * time.
 */
interface GroundPleading {
  readonly pleaded: (request: DocumentRequest) => Block[];
  readonly demanded: (facts: CaseFacts) => string;
  readonly omitted: string;
}

const groundPleadings: Readonly<Record<Ground, GroundPleading>> = {
  nonpayment: {
    pleaded: ({ facts }) => section('Rent not paid', rentNotPaid(facts)),
    demanded: (facts) => {
      // If the notice was served before the case came to us, its demands are only in the uploaded copy.
      const ours = facts.entryPoint === 'notice';
      const amount = ours ? money(facts.amountOwedCents ?? accountOf(facts).balance) : 'the rent owed';
      return `payment of ${amount} or possession of the premises`;
    },
    omitted: 'the rent demanded was not paid, and ',
  },
  lease_violation: {
    pleaded: ({ facts: { violation } }) => [
      ...section('Violation of the lease', [
        violation
          ? `On or about ${longDate(violation.date)} the lease was violated as follows:`
          : 'The lease was violated.',
      ]),
      paragraph(violation?.description ?? '', { indented: true }),
    ],
    demanded: () => 'that the violation be cured or possession of the premises',
    omitted: 'the violation was not cured, and ',
  },
  holdover: {
    pleaded: ({ facts, preparedOn }) => section('Holding over', [holdingOver(facts.lease?.endDate, preparedOn)]),
    demanded: () => 'possession of the premises',
    omitted: '',
  },
};

function holdingOver(end: string | undefined, preparedOn: string): string {
  if (end === undefined) return 'The tenancy ran from month to month. The notice below ended it.';
  return `The lease ${end < preparedOn ? 'ended' : 'ends'} on ${longDate(end)} by its own term. It was not renewed, and the notice below ended any tenancy that went on after it.`;
}

function rentNotPaid(facts: CaseFacts): string[] {
  const account = accountOf(facts);
  const { balance } = account;
  const last = lastDate(account);
  const claimed = BigInt(facts.amountOwedCents ?? balance);
  const part = claimed < balance ? ' of it' : '';
  return [
    `Rent was not paid when it was due. Schedule A lists every charge and every payment${last === null ? '' : ` through ${longDate(last)}`}.`,
    `The balance of the account${last === null ? '' : ` as of ${longDate(last)}`} is ${money(balance)}. ${perPlaintiffs(facts, 'The plaintiff claims', 'The plaintiffs claim')} ${money(claimed)}${part} in this case.`,
  ];
}

/**
 * Pleads how and when the notice was served and when its time ran out, that the tenants didn't comply, and that
 * possession is withheld.
 */
function notice(request: DocumentRequest): string[] {
  const { facts, pack, notice: served, exhibits } = request;
  if (!served) throw new Error('a complaint needs the notice that was served');
  const { document, period } = pack.notices[facts.ground];
  const ours = facts.entryPoint === 'notice';
  const method = ours ? sandboxMethod(served.method) : served.method;
  const isMailed = method === 'certified_mail' || method === 'first_class_mail';
  const manner = method === 'substitute' ? `by leaving it ${leftFor(facts)}` : methodText[method];
  const way = `${isMailed ? 'mailed' : 'served'} on ${longDate(served.servedDate)} ${manner}`;
  const given = !ours && facts.priorNotice ? ` It gave ${facts.priorNotice.periodDays} days.` : '';
  const { demanded, omitted } = groundPleadings[facts.ground];
  const who = ours || namesOf(facts, 'defendant').length > 1 ? 'defendants did' : 'defendant did';
  const [copy, proof] = [exhibitNumbers(exhibits, 'prior_notice'), exhibitNumbers(exhibits, 'prior_notice_proof')];
  return [
    `The law requires a ${document.title} of ${periodText(period)} (${period.citation}). The notice was ${way}.${given}`,
    ...(copy === null ? [] : [`A copy of the notice is ${copy}.`]),
    ...(proof === null ? [] : [`Proof of its service is ${proof}.`]),
    `The notice demanded ${demanded(facts)}.${served.expires === null ? '' : ` The time that the notice gave ran through ${longDate(served.expires)}.`}`,
    `In that time ${omitted}the ${who} not vacate the premises. Possession of the premises is withheld from the ${perPlaintiffs(facts, 'plaintiff', 'plaintiffs')}.`,
  ];
}

function leftFor({ parties: all }: CaseFacts): string {
  const defendants = all.filter(({ role }) => role === 'defendant');
  if (defendants.every(isEntityParty)) return leftWith.entity;
  return defendants.some(isEntityParty)
    ? `${leftWith.person} and, for an entity, with a person in charge there`
    : leftWith.person;
}

function statements(request: DocumentRequest): string[] {
  const { facts, pack } = request;
  const { caresCovered, subsidized, servicemember } = facts.attestations;
  const { citation, minimumDays } = pack.cares;
  const whose = perPlaintiffs(facts, 'plaintiff’s', 'plaintiffs’');
  const expires = request.notice?.expires;
  const waited = typeof expires === 'string' ? ` The time that the notice gave ran through ${longDate(expires)}.` : '';
  return [
    caresCovered === true
      ? `The premises are a covered dwelling; the tenant may not be required to vacate before ${minimumDays} days after notice (${citation}).${waited}`
      : caresCovered === false && subsidized !== true
        ? `To the ${whose} knowledge the premises are not a covered dwelling (15 U.S.C. § 9058(a)).`
        : `The ${perPlaintiffs(facts, 'plaintiff makes', 'plaintiffs make')} no statement whether the premises are a covered dwelling (${citation}).`,
    `${militaryStatement(facts, servicemember ?? 'unknown')} ${beforeDefault(request)}`,
    subsidized === true
      ? 'The tenancy is subsidized by a government program.'
      : `To the ${whose} knowledge the tenancy is not subsidized by a government program.`,
    'The case is not brought in retaliation, and not for a reason that the law against discrimination forbids.',
  ];
}

function militaryStatement(facts: CaseFacts, answer: 'no' | 'yes' | 'unknown'): string {
  switch (answer) {
    case 'no':
      return `To the ${perPlaintiffs(facts, 'plaintiff’s', 'plaintiffs’')} knowledge no defendant is in military service.`;
    case 'yes':
      return 'A defendant is in military service; 50 U.S.C. §§ 3931 and 3951 protect that defendant.';
    case 'unknown':
      return `${perPlaintiffs(facts, 'The plaintiff does', 'The plaintiffs do')} not know whether a defendant is in military service.`;
  }
}

function relief(facts: CaseFacts): Block[] {
  const claimed = facts.amountOwedCents ?? accountOf(facts).balance;
  const asked = [
    'judgment for possession of the premises, and a writ to carry it out;',
    ...(facts.ground === 'nonpayment' ? [`judgment for unpaid rent of ${money(claimed)};`] : []),
    'the costs of this case; and',
    'such other relief as is just.',
  ];
  return [
    heading('Relief'),
    paragraph(perPlaintiffs(facts, 'The plaintiff asks the court for:', 'The plaintiffs ask the court for:')),
    ...asked.map((text, index) => paragraph(`(${'abcd'.charAt(index)}) ${text}`, { indented: true })),
  ];
}

function schedule(facts: CaseFacts): Block[] {
  if (facts.ground !== 'nonpayment') return [];
  const account = accountOf(facts);
  const last = lastDate(account);
  const through = last === null ? '' : ` through ${longDate(last)}`;
  return [heading(`Schedule A: account of charges and payments${through}`), ledgerTable(account)];
}

function exhibitBlocks(exhibits: readonly Exhibit[]): Block[] {
  if (exhibits.length === 0) return [heading('Exhibits'), paragraph('None.')];
  return [
    heading('Exhibits'),
    paragraph('Each file is named with the SHA-256 of its bytes, so that it can be checked.'),
    fileTable(exhibits.map((exhibit) => ({ ...exhibit, what: purposeText(exhibit.purpose) }))),
  ];
}

/** Returns `Exhibit 2` or `Exhibits 2 and 3`. Null if no upload has that purpose. */
function exhibitNumbers(exhibits: readonly Exhibit[], purpose: string): string | null {
  const numbers = exhibits.flatMap((exhibit, index) => (exhibit.purpose === purpose ? [String(index + 1)] : []));
  if (numbers.length === 0) return null;
  return `${numbers.length > 1 ? 'Exhibits' : 'Exhibit'} ${list(numbers)}`;
}
