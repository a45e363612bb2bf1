import { type CommandInput, commandUpdates, lookSignal, startingOver, waitQuery } from '@evict/temporal/messages';
import { ApplicationFailure } from '@temporalio/common';
import { setHandler } from '@temporalio/workflow';
import type { TimeLine } from './time-line.ts';

/** Every command of the interface is an Update, and all are handled alike: the row that it names is decided. */
export function handleCommands(timeLine: TimeLine): void {
  for (const { definition, description } of Object.values(commandUpdates)) {
    setHandler(definition, ({ commandId }: CommandInput) => timeLine.decide(commandId), {
      description,
      validator: (command: unknown) => {
        requireCommand(command);
        requireOpen(timeLine);
      },
    });
  }
  setHandler(lookSignal, () => timeLine.look(), { description: 'Does what is due on the row of the case.' });
  setHandler(waitQuery, () => timeLine.wait, { description: 'What the case waits for.' });
}

/** A row can have this id. With any other, each attempt to read it would fail, and nothing would come after. */
function requireCommand(command: unknown): void {
  const id = (command as Partial<CommandInput> | null | undefined)?.commandId;
  if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) throw ApplicationFailure.nonRetryable('no command');
}

/** The sender sends it again, to the run that follows. Otherwise a flood of commands would keep this one from its end. */
function requireOpen({ isEnding }: TimeLine): void {
  if (isEnding) throw ApplicationFailure.nonRetryable('the run continues as new', startingOver);
}
