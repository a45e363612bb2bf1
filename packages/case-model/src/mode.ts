export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];

/**
 * Who acts in a case. `sandbox`: the platform plays attorney, process server and court. `attorney`: an attorney does the
 * work, and attorney and operators report it.
 */
export type Track = 'sandbox' | 'attorney';

/** All that a mode means by itself. Whose law a case is under is its rule pack's matter. */
interface ModePolicy {
  readonly track: Track;
  /** Whether the platform's fee is due. */
  readonly chargesFee: boolean;
  /** Whether mail about the case goes out. */
  readonly sendsMail: boolean;
}

export const modePolicies: Readonly<Record<Mode, ModePolicy>> = {
  test: { track: 'sandbox', chargesFee: false, sendsMail: false },
  live: { track: 'attorney', chargesFee: true, sendsMail: true },
};

/** Whether the platform plays everybody but the customer. */
export function isSandbox({ mode }: { readonly mode: Mode }): boolean {
  return modePolicies[mode].track === 'sandbox';
}
