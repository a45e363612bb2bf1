import type { CaseFacts } from '@evict/case-model';
import { exactText } from './exact-text.ts';
import { type Block, field, heading, paragraph, table } from './layout/blocks.ts';
import { listed, none, notGiven, quote, section, shown, shownDate, shownMoney, yesOrNo } from './summary-parts.ts';
import { accountOf } from './tables.ts';
import { methodText, money } from './wording.ts';

/** Prints all facts of a case except its ground and entry point, under headings, in the API's order. */
export function factBlocks(facts: CaseFacts): Block[] {
  // Destructure each fact by name, so that a new fact doesn't compile until it is printed.
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
    paymentAddress,
    ...others
  } = facts;
  others satisfies Record<string, never>;
  return [
    ...propertyBlocks(property),
    ...partyBlocks(parties),
    ...leaseBlocks({ lease, paymentAddress }),
    ...section('Amount owed and ledger', { 'AMOUNT OWED:': shownMoney(amountOwedCents) }),
    ...ledgerBlocks(ledger),
    ...section('Violation of the lease', violation && { 'DATE:': shownDate(violation.date) }),
    ...(violation ? [quote(violation.description)] : []),
    ...attestationBlocks(attestations),
    ...priorNoticeBlocks(priorNotice),
    heading('In the customer’s own words'),
    quote(freeText),
  ];
}

function propertyBlocks({ line1, unit, city, county, state, zip, ownerOfRecord }: CaseFacts['property']): Block[] {
  return section('Property', {
    'STREET:': shown(line1),
    'UNIT:': shown(unit),
    'CITY:': shown(city),
    'COUNTY:': shown(county),
    'STATE:': shown(state),
    'ZIP CODE:': shown(zip),
    'RECORD OWNER:': shown(ownerOfRecord),
  });
}

function partyBlocks(parties: CaseFacts['parties']): Block[] {
  const rows = parties.map(({ role, name, isEntity }, index) => [
    String(index + 1),
    role === 'plaintiff' ? 'Plaintiff' : 'Defendant',
    exactText(name),
    yesOrNo(isEntity),
  ]);
  return [heading('Parties'), listed({ 'No.': 30, Role: 70, Name: 'rest', 'Business entity': 90 }, rows)];
}

function leaseBlocks({ lease, paymentAddress }: Pick<CaseFacts, 'lease' | 'paymentAddress'>): Block[] {
  if (!lease && paymentAddress === undefined) return section('Lease', undefined);
  const { startDate, endDate, monthlyRentCents, ...others } = lease ?? {};
  others satisfies Record<string, never>;
  return section('Lease', {
    'START:': shownDate(startDate),
    'END:': shownDate(endDate),
    'MONTHLY RENT:': shownMoney(monthlyRentCents),
    'PAID AT:': shown(paymentAddress),
  });
}

function ledgerBlocks(ledger: CaseFacts['ledger']): Block[] {
  if (!ledger || ledger.length === 0) return [field('LEDGER:', ledger ? none : notGiven)];
  const { rows, charges, payments, balance } = accountOf({ ledger });
  return [
    paragraph('By day, with the balance after each entry. The numbers are the order in which the entries were sent.'),
    table(
      { 'No.': 32, Date: 62, Memo: 'rest', Charge: 'money', Payment: 'money', Balance: 'money' },
      rows.map(({ entry: { date, type, amountCents, memo }, position, balance: after }) => {
        // The dash distinguishes charges from payments even without the layout, including for an amount of zero.
        const amounts = type === 'charge' ? [money(amountCents), '–'] : ['–', money(amountCents)];
        return [String(position), date, shown(memo), ...amounts, money(after)];
      }),
      [['', '', 'Total', money(charges), money(payments), money(balance)]],
    ),
  ];
}

function attestationBlocks(attestations: CaseFacts['attestations']): Block[] {
  const { authority, notRetaliatory, notDiscriminatory, caresCovered, subsidized, servicemember, ...others } =
    attestations;
  others satisfies Record<string, never>;
  return [
    heading('Statements of the customer'),
    table({ Statement: 'rest', Answer: 90 }, [
      ['The customer has the authority to bring this case.', yesOrNo(authority)],
      ['The case does not retaliate for something the tenant had a right to do.', yesOrNo(notRetaliatory)],
      ['The case does not discriminate against the tenant.', yesOrNo(notDiscriminatory)],
      ['The CARES Act covers the property (15 U.S.C. § 9058).', yesOrNo(caresCovered)],
      ['The tenancy is subsidized by a government program.', yesOrNo(subsidized)],
      [
        'A tenant is in military service (50 U.S.C. § 3931).',
        servicemember === undefined ? notGiven : servicememberNames[servicemember],
      ],
    ]),
  ];
}

const servicememberNames = { no: 'No', yes: 'Yes', unknown: 'Not known' } as const;

function priorNoticeBlocks(priorNotice: CaseFacts['priorNotice']): Block[] {
  if (!priorNotice) return section('Notice served before', undefined);
  const { servedDate, method, periodDays } = priorNotice;
  return section('Notice served before', {
    'SERVED ON:': shownDate(servedDate),
    'METHOD:': `Served ${methodText[method]}`,
    'PERIOD GIVEN:': periodDays === 1 ? '1 day' : `${periodDays} days`,
  });
}
