import type { Group } from '../../command.ts';
import { engagementCommands } from './engagement.ts';
import { readCommands } from './reads.ts';
import { recordCommands } from './records.ts';
import { reportCommands } from './reports.ts';
import { verify } from './verify.ts';

export const cases: Group = {
  summary: 'cases of every organization',
  commands: { ...readCommands, verify, ...reportCommands, ...engagementCommands, ...recordCommands },
};
