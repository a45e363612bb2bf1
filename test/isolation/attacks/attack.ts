import type { Assault } from '../attacker/assault.ts';
import type { Attacker } from '../attacker/attacker.ts';

/** One attack: its preparation, and the requests that follow from it. */
export interface Attack {
  name: string;
  about: string;
  prepare: (attacker: Attacker) => Promise<readonly Assault[]>;
}

/** Attacks on one bound. */
export interface AttackGroup {
  bound: 'bodies' | 'connections' | 'responses' | 'rendering' | 'limits' | 'webhooks';
  attacks: readonly Attack[];
}
