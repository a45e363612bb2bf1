import type { Ground } from '@evict/case-model';
import { caresMinimumDays, noticeDeadlines } from '@evict/jurisdictions';
import { type Block, field, heading, paragraph, signature, title } from './layout/blocks.ts';
import type { DocumentRequest } from './requests.ts';
import { accountOf, ledgerTable } from './tables.ts';
import {
  addressLine,
  addressLines,
  countingRule,
  legalHelp,
  list,
  longDate,
  money,
  namesOf,
  onlyACourt,
  periodText,
} from './wording.ts';

/**
 * Returns the notice that the law requires before a court case. It is rendered before service, so its dates are
 * conditional: each period is counted from service, and each date states the day of service that it assumes. Service on
 * a later day or by mail only makes the dates later, as the notice says.
 */
export function noticeBlocks(request: DocumentRequest): Block[] {
  const { facts, pack, preparedOn } = request;
  const { period, document } = pack.notices[facts.ground];
  const address = facts.paymentAddress;
  const tenants = namesOf(facts, 'defendant');
  const landlords = namesOf(facts, 'plaintiff').map((name) => `${name}, landlord`);
  const federal = federalBlocks(request);
  const dayKinds = federal.length > 0 ? [period.dayKind, 'calendar' as const] : [period.dayKind];
  return [
    title(document.title, period.citation),
    field('TO:', [...tenants, 'and all other occupants'], { bold: true }),
    field('PREMISES:', addressLines(facts.property)),
    field('FROM:', landlords),
    ...(address === undefined ? [] : [field('ADDRESS:', address)]),
    field('PREPARED ON:', longDate(preparedOn)),
    ...groundBlocks[facts.ground](request),
    heading('How the time is counted'),
    paragraph(
      `${countingRule(pack, dayKinds)} If this notice is served on you after ${longDate(preparedOn)}, the last day is counted from that later service.`,
    ),
    ...federal,
    heading('Your rights'),
    paragraph(onlyACourt),
    // Keep this paragraph with the signature, so that the signature is never alone on its page.
    paragraph(legalHelp, { keepWithNext: true }),
    signature(
      'Landlord',
      `${document.title} to ${list(tenants)} and all other occupants of ${addressLine(facts.property)}.`,
      [
        'Signature of landlord or agent',
        'Date signed',
        'Printed name and capacity',
        address === undefined ? 'Address, telephone and email' : 'Telephone and email',
      ],
    ),
  ];
}

const groundBlocks: Readonly<Record<Ground, (request: DocumentRequest) => Block[]>> = {
  nonpayment: payOrQuit,
  lease_violation: cureOrQuit,
  holdover: quit,
};

function payOrQuit(request: DocumentRequest): Block[] {
  const { facts } = request;
  const account = accountOf(facts);
  const demanded = BigInt(facts.amountOwedCents ?? account.balance);
  const amount = money(demanded);
  const isPart = demanded < account.balance;
  return [
    heading('What you owe'),
    paragraph(
      `You have not paid all the rent that is due${isPart ? '' : `. You owe ${amount}`}, as this account shows:`,
    ),
    ledgerTable(account),
    ...(isPart
      ? [
          paragraph(
            `The account shows a balance of ${money(account.balance)}. This notice demands ${amount} of it and no more.`,
          ),
        ]
      : []),
    paragraph(`Total to pay: ${amount}`, { bold: true }),
    heading('What you must do'),
    paragraph(`Pay the full ${amount}, or leave the premises, ${withinPeriod(request)}`),
    paragraph(lastDay(request, 'pay'), { bold: true }),
    paragraph(
      'If you pay the full amount in that time, your tenancy goes on. If you do neither, the landlord may ask the court for possession of the premises.',
    ),
    heading('Where to pay'),
    ...placeToPay(request),
  ];
}

/**
 * Returns where to pay: the known address, or else the place where rent has been paid so far. Never leaves a blank line
 * to fill in.
 */
function placeToPay({ facts }: DocumentRequest): Block[] {
  const place = facts.paymentAddress;
  const payees = list(namesOf(facts, 'plaintiff'));
  return place === undefined
    ? [paragraph(`Pay ${payees}, at the place and in the way that rent has been paid until now.`)]
    : [field('PAY TO:', payees), field('PAY AT:', place)];
}

function cureOrQuit(request: DocumentRequest): Block[] {
  const { violation } = request.facts;
  return [
    heading('Violation of the lease'),
    paragraph(violation ? `On or about ${longDate(violation.date)}:` : ''),
    paragraph(violation?.description ?? '', { indented: true }),
    heading('What you must do'),
    paragraph(`Cure the violation, or leave the premises, ${withinPeriod(request)}`),
    paragraph(lastDay(request, 'cure the violation'), { bold: true }),
    paragraph(
      'To cure means to stop what is described above, to put right what came of it, and not to let it happen again. If you cure in that time, your tenancy goes on. If you do neither, the landlord may ask the court for possession of the premises.',
    ),
  ];
}

function quit(request: DocumentRequest): Block[] {
  const { facts, preparedOn } = request;
  const end = facts.lease?.endDate;
  const term =
    end === undefined
      ? 'You hold the premises from month to month. The landlord ends the tenancy by this notice.'
      : end < preparedOn
        ? `Your lease ended on ${longDate(end)} and was not renewed. By this notice the landlord ends any tenancy that went on after it.`
        : `Your lease ends on ${longDate(end)}. The landlord does not renew it.`;
  const notBefore = end !== undefined && end >= preparedOn ? ' You need not leave before your lease ends.' : '';
  return [
    heading('Why you must leave'),
    paragraph(term),
    heading('What you must do'),
    paragraph(`Leave the premises ${withinPeriod(request)}${notBefore}`),
    paragraph(lastDay(request, 'leave'), { bold: true }),
    paragraph(
      'There is no right to cure: neither payment nor repair continues the tenancy. If you do not leave in that time, the landlord may ask the court for possession of the premises.',
    ),
  ];
}

/** Returns the period counted from service, and the federal period if it may end later. */
function withinPeriod({ facts, pack, preparedOn }: DocumentRequest): string {
  const { period } = pack.notices[facts.ground];
  const minimum = facts.attestations.caresCovered === true ? caresMinimumDays(pack, preparedOn) : null;
  const own = `within ${periodText(period)} after this notice is served on you (${period.citation})`;
  if (minimum === null) return `${own}.`;
  return `${own}, or within ${minimum} calendar days after it is served on you (${pack.cares.citation}), whichever ends later.`;
}

function lastDay(request: DocumentRequest, what: string): string {
  const { expires } = datesIfServedNow(request);
  return `If this notice is handed to you on ${longDate(request.preparedOn)}, the last day to ${what} is ${longDate(expires)}.`;
}

function federalBlocks(request: DocumentRequest): Block[] {
  const { pack, preparedOn } = request;
  const federal = datesIfServedNow(request).deadlines.find(({ name }) => name === 'cares_notice_expires');
  const minimum = caresMinimumDays(pack, preparedOn);
  if (!federal) return [];
  return [
    heading(`Federal ${minimum}-day notice`),
    paragraph(
      `The premises are a covered dwelling under federal law. You cannot be required to leave before ${minimum} calendar days after this notice is served on you (${federal.citation}): not before the end of ${longDate(federal.date)}, if it is handed to you on ${longDate(preparedOn)}.`,
    ),
  ];
}

function datesIfServedNow({ facts, pack, preparedOn }: DocumentRequest) {
  return noticeDeadlines(pack, {
    ground: facts.ground,
    method: 'personal',
    servedDate: preparedOn,
    caresCovered: facts.attestations.caresCovered === true,
    leaseEndDate: facts.lease?.endDate ?? null,
  });
}
