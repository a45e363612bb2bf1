import type { CaseFacts } from '@evict/case-model';
import { exactText } from './exact-text.ts';
import type { Block } from './layout/blocks.ts';
import { type Account, accountOf } from './ledger.ts';
import {
  field,
  heading,
  listed,
  none,
  notGiven,
  paragraph,
  quote,
  shown,
  shownDate,
  shownMoney,
  tableOf,
  yesOrNo,
} from './summary-parts.ts';
import { methodText, money } from './wording.ts';

/** All facts of a case without its ground and entry point, under headings, in the order of the interface. */
export function factBlocks(facts: CaseFacts): Block[] {
  // Destructured one by one: a new fact does not compile until it is printed.
  const {
    ground: _ground,
    entryPoint: _entryPoint,
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
  } = facts;
  others satisfies Record<string, never>;
  return [
    ...propertyBlocks(property),
    ...partyBlocks(parties),
    ...leaseBlocks(lease),
    ...accountBlocks(ledger, amountOwedCents),
    ...violationBlocks(violation),
    ...attestationBlocks(attestations),
    ...priorNoticeBlocks(priorNotice),
    heading('In the customer’s own words'),
    quote(freeText),
  ];
}

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
    field('RECORD OWNER:', shown(ownerOfRecord)),
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
  const { startDate, endDate, monthlyRentCents, paymentAddress, ...others } = lease;
  others satisfies Record<string, never>;
  return [
    heading('Lease'),
    field('START:', shownDate(startDate)),
    field('END:', shownDate(endDate)),
    field('MONTHLY RENT:', shownMoney(monthlyRentCents)),
    field('PAID AT:', shown(paymentAddress)),
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
      // The dash distinguishes the two by the text alone, also for an amount of zero.
      const amounts = type === 'charge' ? [amount, '–'] : ['–', amount];
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
