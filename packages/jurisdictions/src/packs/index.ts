import type { RulePack, StatesPack } from '../pack.ts';
import { us20261 } from './us/2026-1.ts';
import { zz20261 } from './zz/2026-1.ts';

/**
 * All rule packs, the oldest of each jurisdiction first. A version stays here as long as a case submitted under it can
 * be open.
 */
export const rulePacks: readonly RulePack[] = [zz20261];

/** The current list of states. */
export const usPack: StatesPack = us20261;
