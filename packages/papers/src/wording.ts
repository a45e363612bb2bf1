import type { CaseFacts, Ground, IsoDate, Party, ServiceMethod } from '@evict/case-model';
import { looksLikeEntity } from '@evict/case-model/names';
import type { RulePack } from '@evict/jurisdictions';

export { money } from '@evict/case-model/money';

type Period = RulePack['courtDates']['answer_due'];

const longFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/** Formats a date as `Friday, July 10, 2026`, with no line break between month and day. */
export function longDate(date: IsoDate): string {
  return longFormat.format(new Date(`${date}T00:00:00.000Z`)).replace(/ (?=\d+,)/, '\u00a0');
}

/** Formats a time `HH:MM` as `9:05 a.m.` */
export function clockTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${String(minutes).padStart(2, '0')}\u00a0${hours < 12 ? 'a.m.' : 'p.m.'}`;
}

/** Formats a period as `5 business days`. */
export function periodText({ days, dayKind }: Pick<Period, 'days' | 'dayKind'>): string {
  const kind = dayKind === 'business' ? 'business ' : 'calendar ';
  return `${days} ${kind}day${days === 1 ? '' : 's'}`;
}

/** Joins items for prose: `Ann, Bob and Carl`. */
export function list(items: readonly string[]): string {
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}

export function namesOf(facts: CaseFacts, role: 'plaintiff' | 'defendant'): string[] {
  return facts.parties.filter((party) => party.role === role).map(({ name }) => name);
}

/** Returns whether the party is an entity: as the customer stated, or else guessed from the name. */
export function isEntityParty({ name, isEntity }: Party): boolean {
  return isEntity ?? looksLikeEntity(name);
}

/** Returns `one` for a single plaintiff, and `many` for several. */
export function perPlaintiffs<T>(facts: CaseFacts, one: T, many: T): T {
  return namesOf(facts, 'plaintiff').length > 1 ? many : one;
}

/**
 * Returns the names of everyone whom a paper is addressed to. Other occupants are included only if our notice named
 * them, because an earlier notice's content isn't known.
 */
export function noticedNames(facts: CaseFacts): string[] {
  return [...namesOf(facts, 'defendant'), ...(facts.entryPoint === 'notice' ? ['and all other occupants'] : [])];
}

/**
 * Returns the method that papers state. The sandbox also mails whatever it posts, because posting alone may not be
 * enough: Greene v. Lindsey, 456 U.S. 444 (1982).
 */
export function sandboxMethod(method: ServiceMethod): Exclude<ServiceMethod, 'posting'> {
  return method === 'posting' ? 'posting_and_mail' : method;
}

/**
 * Returns the property's address as on an envelope: the street and unit, then the city, state and ZIP code, then the
 * county.
 */
export function addressLines({ line1, unit, city, county, state, zip }: CaseFacts['property']): string[] {
  const street = unit === undefined ? line1 : `${line1}, ${unitText(unit)}`;
  const place = `${city}, ${state.toUpperCase()}\u00a0${zip}`;
  return county === undefined ? [street, place] : [street, place, `County of ${county}`];
}

export function addressLine(property: CaseFacts['property']): string {
  return addressLines(property).join(', ');
}

export const groundNames: Readonly<Record<Ground, string>> = {
  nonpayment: 'Nonpayment of rent',
  lease_violation: 'Violation of the lease',
  holdover: 'Holding over after the term',
};

/** Describes the purpose of an upload in words. */
export function purposeText(purpose: string): string {
  return purposeNames.get(purpose) ?? 'Other document';
}

/** Where and with whom substitute service leaves a paper, for a person and for an entity. */
export const leftWith = {
  person: 'at the premises with an adult who lives there',
  entity: 'at the premises with a person in charge there',
} as const;

/** The method of service, in words that follow "served". */
export const methodText: Readonly<Record<ServiceMethod, string>> = {
  personal: 'by personal delivery',
  substitute: `by leaving it ${leftWith.person}`,
  posting: 'by posting it on the main entrance of the premises',
  posting_and_mail: 'by posting it on the main entrance of the premises and mailing a copy',
  certified_mail: 'by certified mail',
  first_class_mail: 'by first-class mail',
};

/** Explains to the reader of a paper how days of these kinds are counted. */
export function countingRule({ counting }: RulePack, kinds: readonly Period['dayKind'][]): string {
  const certified = counting.mailDays.certified_mail;
  const sentences = [
    'The day of service is not counted.',
    kinds.includes('business') && 'In business days, Saturdays, Sundays and legal holidays are not counted.',
    kinds.includes('calendar') &&
      'A period of calendar days that would end on a Saturday, Sunday or legal holiday runs through the next business day.',
    certified !== undefined &&
      `Certified mail counts as served on the ${ordinal(certified)} calendar day after mailing.`,
  ];
  return `${sentences.filter(Boolean).join(' ')} (${counting.citation}.)`;
}

export const onlyACourt =
  'Only a court can order you to leave. The landlord may not lock you out, remove your belongings or shut off services; only an officer of the court who holds a writ may put you out.';

export const legalHelp =
  'Free or low-cost legal help may be available: call 211 or a legal aid office, or ask the clerk of the court.';

const purposeNames: ReadonlyMap<string, string> = new Map([
  ['authority', 'Authority to bring the case'],
  ['prior_notice', 'Notice as served'],
  ['prior_notice_proof', 'Proof of service of the notice'],
]);

function ordinal(count: number): string {
  return ['', 'first', 'second', 'third', 'fourth', 'fifth'][count] ?? `${count}th`;
}

function unitText(unit: string): string {
  return /^[A-Za-z]?-?\d*[A-Za-z]?$/.test(unit) ? `Unit ${unit}` : unit;
}
