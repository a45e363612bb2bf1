import type { FeedEvent } from '@evict/client';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { eventsAfter, placeOf } from './feed.ts';
import { listen } from './listen.ts';
import type { Context } from './program.ts';
import { harmless } from './terminal.ts';

/** Adds the commands that print events or post them to a program. */
export function feedCommands(program: Command, { terminal, signal, signedIn, show }: Context): void {
  const sinceOption = new Option('--since <start>', 'where to start: a time, `now`, or a cursor from the API');
  const showEvent = (event: FeedEvent) => show(event, () => eventLine(event));
  program
    .command('events')
    .description('print the events of all cases, oldest first')
    .option('--follow', 'print new events as they happen, starting now or at --since')
    .addOption(sinceOption)
    .action(async ({ follow = false, since }: { follow?: boolean; since?: string }) => {
      const { api } = await signedIn();
      const reading = { terminal, signal, follow };
      const start = since ?? (follow ? 'now' : null);
      const place = start === null ? { after: null } : await placeOf(api, start, reading);
      if (follow) terminal.tell('Waiting for events until Ctrl-C.');
      for await (const { event } of eventsAfter(api, place, reading)) await showEvent(event);
    });
  program
    .command('listen')
    .description('sign every event and post it to a program, retrying until the program accepts it')
    .requiredOption('--forward-to <url>', 'the address of the program', httpAddress)
    .addOption(sinceOption)
    .addHelpText(
      'after',
      '\nEVICTION_CASE_WEBHOOK_SECRET signs the messages. Without it, a secret is generated and printed.',
    )
    .action(async ({ forwardTo, ...chosen }: { forwardTo: URL; since?: string }) => {
      await listen({ ...(await signedIn()), ...chosen, target: forwardTo, onDelivered: showEvent });
    });
}

function eventLine({ createdAt, type, state, caseId, id }: FeedEvent): string {
  return [createdAt, type.padEnd(26), state.padEnd(18), caseId, id].map(harmless).join('  ');
}

function httpAddress(text: string): URL {
  const { protocol, username, password } = URL.canParse(text) ? new URL(text) : new URL('none:');
  if (/^https?:$/u.test(protocol) && username === '' && password === '') return new URL(text);
  throw new InvalidArgumentError('Expected an address that begins with http:// or https://, without a user name.');
}
