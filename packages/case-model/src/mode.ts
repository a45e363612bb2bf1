export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];

/**
 * Whether the case is a sandbox case, in which the platform plays everyone except the customer. Sandbox cases cost
 * nothing, and no emails are sent about them. In a live case, the attorney does the work, and the attorney or operators
 * report it.
 */
export function isSandbox({ mode }: { readonly mode: Mode }): boolean {
  return mode === 'test';
}
