export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];

/**
 * Whether the platform plays everyone except the customer. Nothing is charged, and no mail about the case is sent. In a
 * live case an attorney does the work, and the attorney and operators report it.
 */
export function isSandbox({ mode }: { readonly mode: Mode }): boolean {
  return mode === 'test';
}
