import type { Group } from '../definition.ts';
import { account } from './account.ts';
import { attorney } from './attorney.ts';
import { cases } from './case/index.ts';
import { charge } from './charge.ts';
import { lead } from './lead.ts';
import { org } from './org.ts';
import { rules } from './rules.ts';
import { webhook } from './webhook.ts';

/** All commands: parsing, help and dispatch derive from this table. */
export const groups: Readonly<Record<string, Group>> = {
  account,
  attorney,
  org,
  case: cases,
  charge,
  lead,
  webhook,
  rules,
};
