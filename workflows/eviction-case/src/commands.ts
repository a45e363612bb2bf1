import { type CommandInput, commandUpdates, lookSignal, startingOver, waitQuery } from '@evict/temporal/messages';
import { ApplicationFailure } from '@temporalio/common';
import { setHandler } from '@temporalio/workflow';
import type { TimeLine } from './time-line.ts';

/** Handles every kind of command as an Update. All handlers do the same: they have the command's row decided. */
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
  setHandler(lookSignal, () => timeLine.look(), { description: 'Takes the steps that are due for the case.' });
  setHandler(waitQuery, () => timeLine.wait, { description: 'What the case waits for.' });
}

/**
 * Rejects ids that no row can have. Every attempt to read such a row would fail, and all later messages would wait
 * behind it.
 */
function requireCommand(command: unknown): void {
  const id = (command as Partial<CommandInput> | null | undefined)?.commandId;
  if (typeof id !== 'string' || !/^[\w-]{1,100}$/.test(id)) throw ApplicationFailure.nonRetryable('no command');
}

/**
 * Rejects commands while the run is ending, because a flood of commands could keep it from ending. The sender sends
 * them again to the next run.
 */
function requireOpen({ isEnding }: TimeLine): void {
  if (isEnding) throw ApplicationFailure.nonRetryable('the run continues as new', startingOver);
}
