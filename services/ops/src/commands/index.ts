import type { Group } from '../command.ts';
import { account, lead, org } from './accounts.ts';
import { attorney } from './attorney.ts';
import { cases } from './case/index.ts';
import { deploy } from './deploy.ts';
import { operator } from './operator.ts';
import { charge, webhook } from './outgoing.ts';
import { rules } from './rules.ts';

/** All commands, by group. */
export const groups: Readonly<Record<string, Group>> = {
  account,
  attorney,
  org,
  case: cases,
  charge,
  lead,
  operator,
  webhook,
  rules,
  deploy,
};
