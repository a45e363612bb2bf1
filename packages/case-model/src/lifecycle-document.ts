import { eventRules, type EventRule, internalActions } from './events.ts';
import { finishedStates } from './states.ts';

/** The documentation page of the lifecycle, generated from the event table. */
export function lifecycleDocument(): string {
  const rules = Object.entries(eventRules) as [string, EventRule][];
  return [
    '# The life of a case',
    '',
    'Generated from `packages/case-model/src/events.ts` by `npm test -- packages/case-model -u`.',
    '',
    `Finished: ${words(finishedStates)}. A finished case takes no command.`,
    '',
    '| Event | From | To | Live | Test | Condition |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rules.map(([name, rule]) => row(name, rule)),
    '',
    `Internal, never listed to customers and never delivered: ${words(internalActions)}.`,
    '',
  ].join('\n');
}

function row(name: string, rule: EventRule): string {
  const from = rule.from
    ? words(rule.from)
    : rule.within
      ? `in ${words(rule.within)}`
      : 'in any open state after submit';
  const to = rule.to ? words(rule.to) : 'unchanged';
  return `| \`${name}\` | ${from} | ${to} | ${rule.live} | ${rule.test} | ${conditions(rule)} |`;
}

function conditions({
  entryPoint,
  curableOnly,
  plaintiffOnly,
  needsApproval,
  needsPaper,
  restatedIn,
  amendedIn,
}: EventRule): string {
  const all = [
    entryPoint && `${entryPoint} entry only`,
    curableOnly && 'never holdover',
    plaintiffOnly && 'after a judgment for the plaintiff only',
    needsApproval && `a current approval of the exact ${needsApproval} documents`,
    needsPaper && 'a paper to serve or file',
    restatedIn && 'again after a correction, the state unchanged',
    amendedIn && `of an amended complaint in ${words(amendedIn)}, the state unchanged`,
  ];
  return all.filter(Boolean).join('; ');
}

function words(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
