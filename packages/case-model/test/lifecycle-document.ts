import { eventRules, type EventRule } from '../src/events.ts';
import { finishedStates, openStates, type State } from '../src/states.ts';

/** Returns the text of docs/lifecycle.md, generated from the table of events. */
export function lifecycleDocument(): string {
  const rules = Object.entries(eventRules) as [string, EventRule][];
  return [
    '# The life of a case',
    '',
    'This page lists every event of a case, with the states before and after it, and who causes it in live mode. It is generated from `packages/case-model/src/events.ts` by `npm test -- packages/case-model -u`.',
    '',
    `The finished states are ${words(finishedStates)}. After these, only the dismissal of the court case can still be reported. Operators report on behalf of the attorney. [The sandbox](sandbox.md#steps) has the same events in test mode. An approval covers exact bytes; “and its paper” means that it covers more than the case summary. An event that is recorded again after a correction, or that belongs to an amended complaint, changes no state.`,
    '',
    '| Event | From | To | Caused in live mode by | Condition |',
    '| --- | --- | --- | --- | --- |',
    ...rules.map(([name, rule]) => row(name, rule)),
    '',
  ].join('\n');
}

function row(name: string, rule: EventRule): string {
  const from = rule.from
    ? stateWords(rule.from)
    : rule.within
      ? stateWords(rule.within)
      : 'any open state after submit';
  const to = rule.to ? stateWords(rule.to) : 'unchanged';
  return `| \`${name}\` | ${from} | ${to} | ${rule.live} | ${conditions(rule)} |`;
}

function conditions({
  entryPoint,
  curableOnly,
  plaintiffOnly,
  needsApproval,
  needsPaper,
  restatedIn,
  lateIn,
  amendedIn,
}: EventRule): string {
  const all = [
    entryPoint && `only for cases that begin with the ${entryPoint}`,
    curableOnly && 'not for holdover',
    plaintiffOnly && 'after a judgment for the plaintiff',
    needsApproval && `approval of the ${needsApproval}${needsPaper ? paperCovered : ''}`,
    restatedIn && 'recorded again after a correction',
    lateIn && `also possible without a state change, in ${stateWords(lateIn)}`,
    amendedIn && `also for an amended complaint, in ${stateWords(amendedIn)}`,
  ];
  return all.filter(Boolean).join('; ');
}

const paperCovered = ' and its paper';

/** Lists states by name, or as any open state except a few, whichever is shorter. */
function stateWords(states: readonly State[]): string {
  const others = openStates.filter((state) => !states.includes(state));
  if (states.length <= others.length) return words(states);
  return others.length === 0 ? 'any open state' : `any open state except ${words(others)}`;
}

function words(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
