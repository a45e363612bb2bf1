const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** US cents as an amount in dollars. */
export function formatCents(cents: number): string {
  return format.format(cents / 100);
}

/** The cents of an amount as people write it, `$1,400.00` or `1400`; null if it is no amount of whole cents. */
export function parseCents(text: string): number | null {
  const [, sign, whole, cents = ''] = /^\s*(-?)\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?\s*$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const value = Number(whole.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
  return Number.isSafeInteger(value) ? (sign === '-' ? -value : value) : null;
}
