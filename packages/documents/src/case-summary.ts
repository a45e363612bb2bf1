import type { CaseFacts, EntryPoint, GateResults } from '@evict/case-model';
import { usPack } from '@evict/jurisdictions';
import { cutMark, exactText, remark } from './exact-text.ts';
import { fileTable } from './file-table.ts';
import type { Block, Column, TableBlock } from './layout/blocks.ts';
import { compose } from './layout/compose.ts';
import { type Account, accountOf } from './ledger.ts';
import { spellingBlocks } from './spelling.ts';
import { type CaseSummaryRequest, caseSummarySpec } from './summary-spec.ts';
import { groundNames, longDate, methodText, money, purposeText } from './wording.ts';

/**
 * What the attorney of a live case reviews, as PDF: every fact, every gate result and the hash of every file, so that an
 * approval of its bytes is an approval of all of them. Prints any text (see `exactText`), so it never refuses a case;
 * facts that differ never give the same text. The same request gives the same bytes, whenever and wherever it is made.
 */
export async function renderCaseSummary(request: CaseSummaryRequest): Promise<Buffer> {
  const { caseId, revision, preparedOn } = request;
  const info = {
    title: caseSummarySpec.title,
    header: 'Case summary — prepared for attorney review',
    footer: `Case ${caseId} - Revision ${revision}`,
    date: preparedOn,
    watermark: false,
    cutMark,
  };
  return compose(info, summaryBlocks(request));
}

function summaryBlocks(request: CaseSummaryRequest): Block[] {
  // Named one by one: a field that is added to the facts does not compile until it is printed.
  const {
    ground,
    entryPoint,
    property,
    parties,
    lease,
    ledger,
    amountOwedCents,
    violation,
    attestations,
    priorNotice,
    freeText,
    ...others
  } = request.facts;
  others satisfies Record<string, never>;
  return [
    ...caseBlocks(request, ground, entryPoint),
    ...propertyBlocks(property),
    ...partyBlocks(parties),
    ...leaseBlocks(lease),
    ...accountBlocks(ledger, amountOwedCents),
    ...violationBlocks(violation),
    ...attestationBlocks(attestations),
    ...priorNoticeBlocks(priorNotice),
    heading('In the customer’s own words'),
    quote(freeText),
    ...gateBlocks(request.gates),
    ...fileBlocks(request),
    ...spellingBlocks(request),
  ];
}

const notGiven = remark('not given');
const none = remark('none');

function caseBlocks(request: CaseSummaryRequest, ground: CaseFacts['ground'], entryPoint: EntryPoint): Block[] {
  const { caseId, stage, revision, preparedOn, facts } = request;
  const code = facts.property.state.toUpperCase();
  const state = usPack.states.find((one) => one.code === code);
  return [
    { kind: 'title', text: caseSummarySpec.title, under: 'Prepared for attorney review' },
    field('CASE:', caseId),
    field('REVIEW OF:', stage === 'notice' ? 'The notice' : 'The court filing'),
    field('REVISION:', String(revision)),
    field('PREPARED ON:', longDate(preparedOn)),
    field('JURISDICTION:', state ? `${state.name} (${state.id})` : exactText(code)),
    field('GROUND:', groundNames[ground]),
    field('ENTRY POINT:', entryPointNames[entryPoint]),
    heading('How to read this summary'),
    {
      kind: 'paragraph',
      text: `It holds all that the customer sent, as it was sent, and names each file by its SHA-256. Words in ⟨ ⟩ are ours. A character that cannot be drawn for sure stands as its code point, as in ⟨U+202E⟩. ␣ is a space that would not show, ↵ the end of a line, ${cutMark} the rest of a word that was too long for its line. Words in Arabic and Hebrew run from right to left, everything between them from left to right.`,
    },
  ];
}

const entryPointNames: Readonly<Record<EntryPoint, string>> = {
  notice: 'Notice: no notice has been served yet',
  filing: 'Filing: a notice was served before the case came to us',
};

function propertyBlocks(property: CaseFacts['property']): Block[] {
  const { line1, unit, city, county, state, zip, ownerOfRecord } = property;
  return [
    heading('Property'),
    field('STREET:', shown(line1)),
    field('UNIT:', shown(unit)),
    field('CITY:', shown(city)),
    field('COUNTY:', shown(county)),
    field('STATE:', shown(state)),
    field('ZIP CODE:', shown(zip)),
    field('OWNER:', shown(ownerOfRecord)),
  ];
}

function partyBlocks(parties: CaseFacts['parties']): Block[] {
  return [
    heading('Parties'),
    ...listed(
      [
        { title: 'No.', width: 30, align: 'left' },
        { title: 'Role', width: 70, align: 'left' },
        { title: 'Name', width: 'rest', align: 'left' },
        { title: 'Business entity', width: 90, align: 'left' },
      ],
      parties.map(({ role, name, isEntity }, index) => [
        String(index + 1),
        role === 'plaintiff' ? 'Plaintiff' : 'Defendant',
        exactText(name),
        isEntity === undefined ? notGiven : yesOrNo(isEntity),
      ]),
    ),
  ];
}

function leaseBlocks(lease: CaseFacts['lease']): Block[] {
  if (!lease) return [heading('Lease'), paragraph(notGiven)];
  const { startDate, endDate, monthlyRentCents } = lease;
  return [
    heading('Lease'),
    field('START:', shownDate(startDate)),
    field('END:', shownDate(endDate)),
    field('MONTHLY RENT:', shownMoney(monthlyRentCents)),
  ];
}

function accountBlocks(ledger: CaseFacts['ledger'], amountOwedCents: number | undefined): Block[] {
  return [
    heading('Amount owed and ledger'),
    field('AMOUNT OWED:', shownMoney(amountOwedCents)),
    ...(ledger ? ledgerBlocks(accountOf({ ledger })) : [field('LEDGER:', notGiven)]),
  ];
}

function ledgerBlocks({ rows, charges, payments, balance }: Account): Block[] {
  if (rows.length === 0) return [field('LEDGER:', none)];
  const table = tableOf(
    [
      { title: 'No.', width: 32, align: 'left' },
      { title: 'Date', width: 62, align: 'left' },
      { title: 'Memo', width: 'rest', align: 'left' },
      { title: 'Charge', width: 'fit', align: 'right' },
      { title: 'Payment', width: 'fit', align: 'right' },
      { title: 'Balance', width: 'fit', align: 'right' },
    ],
    rows.map(({ entry: { date, type, amountCents, memo }, position, balance: after }) => {
      const amount = money(amountCents);
      const amounts = type === 'charge' ? [amount, ''] : ['', amount];
      return [String(position), date, shown(memo), ...amounts, money(after)];
    }),
  );
  const totals = [['', '', 'Total', money(charges), money(payments), money(balance)]];
  return [
    paragraph('By day, with the balance after each entry. The numbers are the order in which the entries were sent.'),
    { ...table, totals },
  ];
}

function violationBlocks(violation: CaseFacts['violation']): Block[] {
  if (!violation) return [heading('Violation of the lease'), paragraph(notGiven)];
  return [heading('Violation of the lease'), field('DATE:', shownDate(violation.date)), quote(violation.description)];
}

function attestationBlocks(attestations: CaseFacts['attestations']): Block[] {
  const { authority, notRetaliatory, notDiscriminatory, caresCovered, subsidized, servicemember, ...others } =
    attestations;
  others satisfies Record<string, never>;
  const answers: [statement: string, answer: boolean | undefined][] = [
    ['The customer has the authority to bring this case.', authority],
    ['The case does not retaliate for something the tenant had a right to do.', notRetaliatory],
    ['The case does not discriminate against the tenant.', notDiscriminatory],
    ['The CARES Act covers the property (15 U.S.C. § 9058).', caresCovered],
    ['The tenancy is subsidized by a government program.', subsidized],
  ];
  const service = servicemember === undefined ? notGiven : servicememberNames[servicemember];
  return [
    heading('Statements of the customer'),
    ...listed(
      [
        { title: 'Statement', width: 'rest', align: 'left' },
        { title: 'Answer', width: 90, align: 'left' },
      ],
      [
        ...answers.map(([statement, answer]) => [statement, answer === undefined ? notGiven : yesOrNo(answer)]),
        ['A tenant is in military service (50 U.S.C. § 3931).', service],
      ],
    ),
  ];
}

const servicememberNames = { no: 'No', yes: 'Yes', unknown: 'Not known' } as const;

function priorNoticeBlocks(priorNotice: CaseFacts['priorNotice']): Block[] {
  if (!priorNotice) return [heading('Notice served before'), paragraph(notGiven)];
  const { servedDate, method, periodDays } = priorNotice;
  return [
    heading('Notice served before'),
    field('SERVED ON:', shownDate(servedDate)),
    field('METHOD:', `Served ${methodText[method]}`),
    field('PERIOD GIVEN:', periodDays === 1 ? '1 day' : `${periodDays} days`),
  ];
}

function gateBlocks({ passed, results }: GateResults): Block[] {
  return [
    heading('Checks at submit'),
    field('ALL PASSED:', yesOrNo(passed)),
    ...listed(
      [
        { title: 'Check', width: 150, align: 'left' },
        { title: 'Result', width: 80, align: 'left' },
        { title: 'Reason', width: 'rest', align: 'left' },
      ],
      results.map(({ gate, status, reason }) => [
        exactText(gate),
        statusNames[status],
        reason === undefined ? '' : shown(reason),
      ]),
    ),
  ];
}

const statusNames = { pass: 'Pass', fail: 'FAIL', warn: 'WARNING', not_applicable: 'Not applicable' } as const;

function fileBlocks({ exhibits, attachments = [] }: CaseSummaryRequest): Block[] {
  const uploaded = exhibits.map((one) => ({ ...one, what: purposeText(one.purpose), filename: shown(one.filename) }));
  const attached = attachments.map((one) => ({ ...one, what: kindNames[one.kind], filename: shown(one.filename) }));
  return [
    heading('Exhibits'),
    exhibits.length > 0 ? fileTable(uploaded) : paragraph(none),
    ...(attachments.length > 0 ? [heading('Papers attached for review'), fileTable(attached)] : []),
  ];
}

const kindNames = {
  evidence: 'Evidence',
  notice: 'Notice',
  filing: 'Court filing',
  proof: 'Proof of service',
} as const;

function heading(text: string): Block {
  return { kind: 'heading', text };
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', text };
}

function quote(text: string | undefined): Block {
  return { kind: 'paragraph', text: shown(text), indent: true };
}

function field(label: string, value: string): Block {
  return { kind: 'field', label, values: [value] };
}

function listed(columns: readonly Column[], rows: TableBlock['rows']): Block[] {
  return [rows.length > 0 ? tableOf(columns, rows) : paragraph(none)];
}

function tableOf(columns: readonly Column[], rows: TableBlock['rows']): TableBlock {
  return { kind: 'table', columns, rows, totals: [] };
}

function shown(text: string | undefined): string {
  if (text === undefined) return notGiven;
  return text === '' ? remark('empty') : exactText(text);
}

function shownDate(date: string | undefined): string {
  return date === undefined ? notGiven : longDate(date);
}

function shownMoney(cents: number | undefined): string {
  return cents === undefined ? notGiven : money(cents);
}

function yesOrNo(answer: boolean): string {
  return answer ? 'Yes' : 'No';
}
