/** The licenses that a production dependency may have (ADR 20). */
export const allowedLicenses: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Bitstream-Vera', // fonts of the papers
  'BlueOak-1.0.0',
  'CC-BY-4.0', // data about browsers
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1', // a font of the case summary
  'Unlicense',
]);

/** Whether an SPDX expression (`MIT`, `A AND B`, `(A OR B)`) is covered by the allowed ids. */
export function isAllowed(expression: string, allowed: ReadonlySet<string>): boolean {
  const parts = (operator: string) => expression.replace(/^\((.*)\)$/, '$1').split(` ${operator} `);
  if (parts('OR').length > 1) return parts('OR').some((part) => isAllowed(part, allowed));
  if (parts('AND').length > 1) return parts('AND').every((part) => isAllowed(part, allowed));
  return allowed.has(expression);
}
