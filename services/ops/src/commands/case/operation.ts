import { type CaseRecord, type CommandBody, commands, faultsOf, type WrittenKind } from '@evict/case-model';
import { type Command, command, type Fields, type Input, isOptional } from '../../definition.ts';
import { Refused } from '../../failures.ts';
import { caseField, correctionReason, reasonField, sourceField } from '../../fields.ts';
import { loadLiveCase, operate } from '../../operate.ts';
import { optionOf } from './command-fields.ts';

/** A command on a live case, as the command line takes it. Its faults and, by default, its words are those of its file. */
export interface Operation<F extends Fields> {
  readonly kind: WrittenKind;
  readonly summary?: string;
  /** The example, without the name of the group. */
  readonly example: string;
  /** The field that is given by position after the case. */
  readonly target?: keyof F & string;
  /** Beside the case, the reason, and on whose word it is. */
  readonly fields: F;
  /** The reason of a correction is part of the history. */
  readonly isCorrection?: boolean;
  /** On whose word it is unless the operator says so. */
  readonly onWordOf?: 'attorney' | undefined;
  /** The fields that are kept with the record of the write; no tenant data. */
  readonly kept?: readonly (keyof F & string)[];
  readonly body: (input: Input<F>, reason: string | undefined) => CommandBody;
}

type Given<F extends Fields> = Input<F> & { id: string; reason?: string; 'on-word-of'?: string };

/** The command of the command line for a command on a live case. */
export function operation<const F extends Fields>(definition: Operation<F>): Command {
  const { kind, summary = commands[kind].description, example, target, fields, isCorrection, kept = [] } = definition;
  const required = Object.entries(fields).flatMap(([name, field]) => (isOptional(field) ? [] : [name]));
  const bodyOf = ({ id: _id, reason, 'on-word-of': _source, ...input }: Given<F>) =>
    definition.body(input as unknown as Input<F>, reason);
  return command({
    summary,
    example,
    positionals: target === undefined ? ['id'] : ['id', target],
    fields: {
      id: caseField,
      ...fields,
      reason: isCorrection ? correctionReason : reasonField,
      'on-word-of': sourceField,
    } as Fields,
    // What does not go together can be told only of what is right by itself.
    check: (input, faulty) =>
      required.some((name) => input[name] === undefined) ? [] : linesOf(bodyOf(input as Given<F>), { faulty }),
    writes: (input) => ({
      subject: (input as Given<F>).id,
      ...(kept.length > 0 && { detail: Object.fromEntries(kept.map((name) => [name, input[name]])) }),
    }),
    needsTemporal: true,
    async run(context, input) {
      const { id, reason, 'on-word-of': onWordOf = definition.onWordOf } = input as Given<F>;
      const row = await loadLiveCase(context, id);
      const asked = bodyOf(input as Given<F>);
      const faults = linesOf(asked, { record: row.record });
      if (faults.length > 0) throw new Refused('invalid_request', faults.join('\n'));
      return operate(context, row, asked, { reason, onWordOf });
    },
  });
}

/** The faults of a command, one line each, by the names of the options. */
function linesOf(
  body: CommandBody,
  { faulty = new Set(), record = null }: { faulty?: ReadonlySet<string>; record?: CaseRecord | null },
): string[] {
  const faults = faultsOf(body, { now: Date.now(), ...(record && { record }) });
  return faults
    .map((fault) => ({ ...fault, options: (fault.anyOf ?? [fault.path]).map(optionOf) }))
    .filter(({ options }) => !options.some((name) => faulty.has(name)))
    .map(({ options, anyOf, message }) => {
      const said = anyOf ? 'One of them is needed.' : message;
      return `${options.map((name) => `--${name}`).join(', ')}: ${said}`;
    });
}
