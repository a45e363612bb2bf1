/** Formats cents as dollars, such as `$1,234.56`. Exact for integers of any size. */
export function money(cents: number | bigint): string {
  const amount = BigInt(cents);
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  const dollars = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${amount < 0n ? '-' : ''}$${dollars}.${digits.slice(-2)}`;
}
