import type { Group } from '../../definition.ts';
import { attach } from './attach.ts';
import { engagementCommands } from './engagement.ts';
import { list } from './list.ts';
import { outcomeCommands } from './outcomes.ts';
import { recordCommands } from './records.ts';
import { reportCommands } from './reports.ts';
import { show } from './show.ts';
import { verify } from './verify.ts';
import { views } from './views.ts';

export const cases: Group = {
  summary: 'cases of every organization',
  commands: {
    list,
    show,
    views,
    verify,
    attach,
    ...reportCommands,
    ...engagementCommands,
    ...outcomeCommands,
    ...recordCommands,
  },
};
