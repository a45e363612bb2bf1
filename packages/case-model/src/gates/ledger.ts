import type { LedgerEntry } from '../facts.ts';
import { money } from '../money.ts';
import { failForAny, firstOf, type Gate, notApplicable, warn, warnForAny } from './gate.ts';

/**
 * The demand must not exceed the ledger's balance: courts dismiss overstated demands, while leaving out fees or old
 * rent is lawful. On grounds other than nonpayment, a difference is only a warning.
 */
export const ledgerBalance: Gate = {
  name: 'ledger_balance',
  check({ facts, today }) {
    const { ground, ledger, amountOwedCents } = facts;
    if (ground !== 'nonpayment') {
      if (!ledger || amountOwedCents === undefined || balance(ledger) === BigInt(amountOwedCents)) return notApplicable;
      return warn(comparison(balance(ledger), amountOwedCents));
    }
    const entries = ledger ?? [];
    const total = balance(entries);
    const futureRows = firstOf('ledger[]', entries, ({ date }) => date > today.utc);
    const verdict = failForAny([
      entries.length === 0 && 'Add a ledger of charges and payments.',
      futureRows !== '' && `Dates in the future: ${futureRows}.`,
      (amountOwedCents ?? 0) <= 0 && 'Say how much is owed.',
      entries.length > 0 && BigInt(amountOwedCents ?? 0) > total && comparison(total, amountOwedCents ?? 0),
    ]);
    if (verdict.status === 'fail' || BigInt(amountOwedCents ?? 0) === total) return verdict;
    return warn(`${comparison(total, amountOwedCents ?? 0)} The attorney decides what is demanded.`);
  },
};

/** Warns about charges that aren't rent or exceed a month's rent. Many states exclude them from the demand. */
export const ledgerRentOnly: Gate = {
  name: 'ledger_rent_only',
  only: { ground: 'nonpayment' },
  check({ facts }) {
    const { ledger = [], lease } = facts;
    const rent = lease?.monthlyRentCents ?? 0;
    const notRent = firstOf('ledger[]', ledger, ({ type, memo = '' }) => type === 'charge' && isOtherCharge(memo));
    const aboveRent = firstOf(
      'ledger[]',
      ledger,
      ({ type, amountCents }) => type === 'charge' && rent > 0 && amountCents > rent,
    );
    return warnForAny([
      notRent !== '' && `Many states allow only rent in the demand; the attorney decides on ${notRent}.`,
      aboveRent !== '' && `Charges above the monthly rent of ${money(rent)}: ${aboveRent}. The attorney decides.`,
    ]);
  },
};

/** Returns the charges minus the payments, in cents. Null without a ledger. */
export function balanceOfLedger(ledger: readonly LedgerEntry[] | undefined): bigint | null {
  return ledger ? balance(ledger) : null;
}

/** Sums as bigint, because a thousand rows can exceed what a double holds exactly. */
function balance(ledger: readonly LedgerEntry[]): bigint {
  return ledger
    .map(({ type, amountCents }) => (type === 'charge' ? BigInt(amountCents) : -BigInt(amountCents)))
    .reduce((sum, cents) => sum + cents, 0n);
}

function comparison(total: bigint, amountOwedCents: number): string {
  return `The ledger totals ${money(total)}, but the amount owed says ${money(amountOwedCents)}.`;
}

/** Patterns for words that indicate a charge other than rent. */
const otherWords = [
  'fees?|late|latefees?|penalt(y|ies)|fines?|interest',
  'nsf|non-?sufficient|insufficient|returned|bounced|dishonou?red',
  'costs?|filing|legal|attorneys?|lawyers?',
  'utilit(y|ies)|water|electric(ity)?|gas|sewer(age)?|trash|garbage|parking',
  'deposits?|damaged?|damages|repairs?',
  'rtn|bank charges?|sheriff|summons(es)?',
].join('|');
const otherCharge = new RegExp(`(?<!\\p{L})(${otherWords})(?!\\p{L})`, 'iu');

/** Phrases that contain such a word but aren't a charge: a note about late payment, or a street name. */
const harmless =
  /paid late|(?<!\p{L})\p{L}{1,40} (?:street|st|avenue|ave|road|rd|lane|ln|drive|dr|way|place)(?!\p{L})/giu;

function isOtherCharge(memo: string): boolean {
  const words = memo.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'); // "LateCharge" becomes "Late Charge"
  return otherCharge.test(words.replace(harmless, ''));
}
