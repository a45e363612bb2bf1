/**
 * JSON in one form for one value, as RFC 8785 has it, with two differences that PostgreSQL can compute too: keys are in
 * the order of their UTF-8 bytes, and numbers are plain decimals without an exponent. `"canonicalJson"` in the database
 * does the same. Undefined members are left out. Throws for what is no JSON value.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') return plainDecimal(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new TypeError(`${typeof value} is no JSON value`);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const sorted = members.map(([key, member]) => ({ key, bytes: Buffer.from(key), member }));
  sorted.sort((a, b) => a.bytes.compare(b.bytes));
  return `{${sorted.map(({ key, member }) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}

/** The shortest decimal that reads as this number, without an exponent: 1e21 has 22 digits. */
function plainDecimal(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`${value} is no JSON value`);
  const text = JSON.stringify(value);
  const [, sign = '', whole = '', fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}
