import { parseCents } from './format.ts';

/** `$1,234.50`, `(200.00)`, `-200`, `200-` and `200 CR` in cents; null if it is no amount. A credit is negative. */
export function amountOf(text: string): number | null {
  const [, inParentheses] = /^\((.+)\)$/.exec(text.trim()) ?? [];
  const [, body = '', after = ''] = /^(.*?)\s*(-|CR|DR)?$/i.exec((inParentheses ?? text).trim()) ?? [];
  const plain = body.trim().replace(/^(-?)\s*(?:USD|\$)?\s*/i, '$1');
  const cents = parseCents(plain.replace(/\s*(?:USD)$/i, ''));
  if (cents === null) return null;
  return inParentheses !== undefined || /^(?:-|CR)$/i.test(after) ? -Math.abs(cents) : cents;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * A day as people in the US write it, `7/1/2026`, `Jul 1, 2026`, `1-Jul-26` or `2026-07-01`, as `2026-07-01`; null if none,
 * or if it is not certain of which century.
 */
export function parseDay(text: string, today?: Date): string | null {
  const given = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(given);
  if (iso) return realDay(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const us = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(given);
  if (us) return realDay(fullYear(us[3] ?? '', today), Number(us[1]), Number(us[2]));
  const named = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})$/.exec(given);
  if (named) return realDay(Number(named[3]), monthOf(named[1]), Number(named[2]));
  const dayFirst = /^(\d{1,2})[- ]([A-Za-z]{3})[a-z]*\.?[- ,]+(\d{4}|\d{2})$/.exec(given);
  return dayFirst && realDay(fullYear(dayFirst[3] ?? '', today), monthOf(dayFirst[2]), Number(dayFirst[1]));
}

function monthOf(name = ''): number {
  return months.indexOf(name.toLowerCase()) + 1;
}

/** Two digits are the year of a lease or of a line of its ledger: at most 20 years ahead, or 40 ago; `NaN` for no such year. */
function fullYear(text: string, today = new Date()): number {
  if (text.length === 4) return Number(text);
  const [year, thisYear] = [2000 + Number(text), today.getUTCFullYear()];
  if (year <= thisYear + 20) return year;
  return year - 100 >= thisYear - 40 ? year - 100 : NaN;
}

function realDay(year: number, month: number, day: number): string | null {
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1900;
  return isReal ? at.toISOString().slice(0, 10) : null;
}
