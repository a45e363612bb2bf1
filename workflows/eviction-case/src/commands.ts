import { type CaseStart, type CommandInput, commandUpdates, lookSignal, waitQuery } from '@evict/temporal/messages';
import { setHandler } from '@temporalio/workflow';
import type { TimeLine } from './time-line.ts';

/** Every command of the interface is an Update, and all are handled alike: the row that it names is decided. */
export function handleCommands(timeLine: TimeLine): void {
  for (const { definition, description } of Object.values(commandUpdates)) {
    setHandler(definition, ({ commandId }: CommandInput) => timeLine.decide(commandId), { description });
  }
  setHandler(lookSignal, () => timeLine.look(), { description: 'Does what is due on the row of the case.' });
  setHandler(waitQuery, () => timeLine.wait, { description: 'What the case waits for.' });
}

export type { CaseStart };
