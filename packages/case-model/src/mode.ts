export const modes = ['test', 'live'] as const;
export type Mode = (typeof modes)[number];

/**
 * Who acts in a case. `sandbox`: the platform plays attorney, process server and court. `attorney`: an attorney does
 * the work, and attorney and operators report it.
 */
export type Track = 'sandbox' | 'attorney';

/** What a mode implies. The law of a case is its rule pack's. */
interface ModePolicy {
  readonly track: Track;
  /** Whether the platform's fee is due. */
  readonly chargesFee: boolean;
  /** Whether mail about the case is sent. */
  readonly sendsMail: boolean;
}

export const modePolicies: Readonly<Record<Mode, ModePolicy>> = {
  test: { track: 'sandbox', chargesFee: false, sendsMail: false },
  live: { track: 'attorney', chargesFee: true, sendsMail: true },
};

/** Whether the platform plays everyone except the customer. */
export function isSandbox({ mode }: { readonly mode: Mode }): boolean {
  return modePolicies[mode].track === 'sandbox';
}
