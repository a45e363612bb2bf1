import { parseCents } from '../shared/format.ts';

/** The dashes that programs print as a minus sign. */
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/gu;

const notation =
  /^(?<before>[-+(]?)\s*(?:US\$|\$|USD)?\s*(?<inner>[-(]?)\s*(?<digits>[\d,]*(?:\.\d{1,2})?)\s*(?<close>\)?)\s*(?:USD)?\s*(?<after>-|CR|DR)?$/i;

/**
 * Parses an amount as accounting programs write it: `$1,234.50`, `(200.00)`, `$(200.00)`, `-200`, `200-`, `200 CR` or
 * `200 DR`. Returns cents, which are negative for a credit. A lone dash, as in `$ -`, is zero. Returns null for
 * anything else.
 */
export function readAmount(text: string): number | null {
  const plain = text.normalize('NFKC').replaceAll(dashes, '-').trim();
  const { before = '', inner = '', digits = '', close = '', after = '' } = notation.exec(plain)?.groups ?? {};
  const opened = [before, inner].filter((sign) => sign === '(').length;
  if (opened !== (close === '' ? 0 : 1)) return null;
  const minuses = opened + [before, inner, after].filter((sign) => /^(?:-|CR)$/i.test(sign)).length;
  const pluses = [before, after].filter((sign) => /^(?:\+|DR)$/i.test(sign)).length;
  if (minuses + pluses > 1) return null;
  if (digits === '') return minuses === 1 && opened === 0 && !/CR/i.test(after) ? 0 : null;
  const cents = parseCents(digits.replace(/^\./, '0.'));
  return minuses === 1 && cents ? -cents : cents;
}
