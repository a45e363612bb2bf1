import type { RulePack, StatesPack } from '../pack.ts';
import { us20261 } from './us/2026-1.ts';
import { zz20261 } from './zz/2026-1.ts';

/** Oldest first for each jurisdiction. A version stays for as long as a case submitted under it can run. */
export const rulePacks: readonly RulePack[] = [zz20261];

/** The newest directory of states. */
export const usPack: StatesPack = us20261;
