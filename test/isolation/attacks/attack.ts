import type { Assault } from '../attacker/assault.ts';
import type { Attacker } from '../attacker/attacker.ts';

/** One attack. The requests that it sends follow from what it has prepared before. */
export interface Attack {
  name: string;
  about: string;
  prepare: (attacker: Attacker) => Promise<readonly Assault[]>;
}

/** Attacks on what one bound holds. */
export interface AttackGroup {
  bound: 'bodies' | 'connections' | 'answers' | 'rendering' | 'limits' | 'webhooks';
  attacks: readonly Attack[];
}
