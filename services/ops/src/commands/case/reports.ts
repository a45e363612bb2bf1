import {
  type CaseRecord,
  type CommandBody,
  commandOf,
  commands,
  definitionOf,
  faultsOf,
  type Field as CommandField,
  type Fields as CommandFields,
  idPrefixes,
  judgmentFields,
  judgmentOutcomes,
  type RejectionReason,
  reportedHoldReasons,
  type ReportKind,
  reportKinds,
  type Target,
  targets,
  withValues,
  type WrittenKind,
} from '@evict/case-model';
import { integer, list, oneOf, strictObject, text } from '@evict/contract/fields';
import { command, type Field, type Fields, type Input, type OpsCommand } from '../../command.ts';
import { Refused } from '../../failures.ts';
import {
  argument,
  caseField,
  centsField,
  correctionReason,
  dayField,
  flagField,
  flagOf,
  idField,
  optional,
  reasonField,
  sourceField,
  splitAtColon,
  textField,
  wordField,
} from '../../fields.ts';
import { loadLiveCase, operate } from '../../operate.ts';

/**
 * Defines how operators enter a command on a live case. The command's file in the case model defines its faults and, by
 * default, its summary.
 */
interface Report<F extends Fields> {
  readonly kind: WrittenKind;
  readonly summary?: string;
  readonly example: string;
  /** The fields other than the case, the reason, and the source of the report. */
  readonly fields: F;
  /** Whether this is a correction. Its reason is required, and becomes part of the history. */
  readonly isCorrection?: boolean;
  /** The default source of the report. */
  readonly onWordOf?: 'attorney' | undefined;
  /** The fields to keep in the audit record of this command. They must not contain tenant data. */
  readonly kept?: readonly (keyof F & string)[];
  readonly body: (input: Input<F>, reason?: string) => CommandBody;
}

type Given<F extends Fields> = Input<F> & { id: string; reason?: string; onWordOf?: string };

function report<const F extends Fields>(definition: Report<F>): OpsCommand {
  const { kind, summary = commands[kind].description, example, fields, isCorrection, kept = [] } = definition;
  const bodyOf = ({ reason, ...input }: Given<F>) => definition.body(input as unknown as Input<F>, reason);
  const required = Object.entries<Field>(fields).flatMap(([name, field]) => (field.isOptional ? [] : [name]));
  const allFields: Fields = {
    id: argument(caseField),
    ...fields,
    reason: isCorrection ? correctionReason : reasonField,
    onWordOf: sourceField,
  };
  return command({
    summary,
    example,
    fields: allFields,
    // Combinations are checked only once every required value is valid.
    check: (input, faulty) =>
      required.some((name) => input[name] === undefined) ? [] : linesOf(bodyOf(input as Given<F>), { faulty }),
    writes: (input) => ({
      subject: input['id'],
      ...(kept.length > 0 && { detail: Object.fromEntries(kept.map((name) => [name, input[name]])) }),
    }),
    needsTemporal: true,
    async run(context, input) {
      const { id, reason, onWordOf = definition.onWordOf } = input as Given<F>;
      const row = await loadLiveCase(context, id);
      const body = bodyOf(input as Given<F>);
      const faults = linesOf(body, { ofCase: row.record });
      if (faults.length > 0) throw new Refused('invalid_request', faults.join('\n'));
      return operate(context, row, body, { reason, onWordOf });
    },
  });
}

/** Returns one line per fault. Each line begins with the options that the fault concerns. */
function linesOf(
  body: CommandBody,
  { faulty = new Set(), ofCase = null }: { faulty?: ReadonlySet<string>; ofCase?: CaseRecord | null },
): string[] {
  const faults = faultsOf(body, { now: Date.now(), ...(ofCase && { record: ofCase }) });
  return faults
    .map((fault) => ({ ...fault, names: (fault.anyOf ?? [fault.path]).map(inputName) }))
    .filter(({ names }) => !names.some((name) => faulty.has(name)))
    .map(({ names, anyOf, message }) => {
      const said = anyOf ? 'At least one of these is required.' : message;
      return `${names.map(flagOf).join(', ')}: ${said}`;
    });
}

const exampleId = '5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11';

/** Builds the report from the command's definition in the case model. */
function reportOf(kind: ReportKind): Report<Fields> {
  const { fields = {}, target, authors, route, example = {} } = definitionOf({ kind });
  const choices = Object.keys(fields).filter((name) => fields[name]?.type === 'choice' && !fields[name].isOptional);
  return {
    kind,
    example: [
      nameOf(kind),
      `case_${exampleId}`,
      ...(target ? [`${idPrefixes[targets[target]]}_${exampleId}`] : []),
      ...Object.entries(example).flatMap(([name, value]) => typed(name, fields[name], value)),
    ].join(' '),
    fields: { ...(target && { [target]: targetField(target) }), ...optionsOf(fields) },
    // A command whose route isn't a POST changes something that is already recorded, so it is a correction.
    isCorrection: route !== undefined && route.method !== 'POST',
    ...(authors.includes('attorney') && { onWordOf: 'attorney' }),
    kept: [...(target ? [target] : []), ...choices.map(inputName)],
    // The reason for a correction or for a failed service becomes part of what is recorded.
    body: (input, reason) => {
      const isSaid = 'reason' in fields || input['status'] === 'failed';
      return commandOf(kind, valuesOf(fields, { ...input, ...(isSaid && { reason }) }), input);
    },
  };
}

/** Returns the name of a command on the command line. */
export function nameOf(kind: ReportKind): string {
  return kind === 'confirm_withdrawal' ? 'withdraw' : kind.replaceAll('_', '-');
}

/** Returns the argument that identifies an entry of the case, such as `ATTEMPT_ID`. */
function targetField(target: Target): Field {
  const entry = target.replace(/Id$/, '');
  return argument(idField(targets[target], `${entry.toUpperCase()}_ID`, `the ${entry}, as \`case show\` lists it`));
}

const shorterNames: Readonly<Record<string, string>> = {
  servedDate: 'date',
  partyIndex: 'party',
  envelopeId: 'envelope',
  courtCaseNumber: 'caseNumber',
  rejectionReasons: 'rejection',
  withPrejudice: 'prejudice',
  failureReason: 'reason',
};

/** Returns the command line's name for a field of the API, such as `date` for `servedDate`. */
export function inputName(path: string): string {
  return shorterNames[path] ?? path;
}

/** Returns the options for these fields, except the reason, which every command has. */
function optionsOf(fields: CommandFields): Fields {
  const given = Object.entries(fields).map(([name, field]) => [inputName(name), optionFor(field)] as const);
  return Object.fromEntries(given.filter(([name]) => name !== 'reason'));
}

/** Returns the values of the fields, converted from the options. */
function valuesOf(fields: CommandFields, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const valueOf = (field: CommandField, given: unknown) =>
    field.type === 'answer' && given !== undefined ? given === field.yes : given;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, valueOf(field, input[inputName(name)])]),
  );
}

/** Returns what a person would type to give this value, for the example in the help. */
function typed(name: string, field: CommandField | undefined, value: unknown): string[] {
  const option = flagOf(inputName(name));
  const quoted = (given: string) => `${option} ${/\s/.test(given) ? `"${given}"` : given}`;
  if (field?.type === 'answer') return [quoted(value === true ? field.yes : field.no)];
  if (field?.type === 'reasons')
    return (value as readonly RejectionReason[]).map(({ code, description }) => quoted(`${code}:${description}`));
  return value === true ? [option] : [quoted(String(value))];
}

function optionFor(field: CommandField): Field {
  const option = typeOf(field, field.description.replace(/\.$/, ''));
  return field.isOptional ? optional(option) : option;
}

function typeOf(field: CommandField, help: string): Field {
  switch (field.type) {
    case 'day':
      return dayField(help);
    case 'time':
      return textField('HH:MM', help, 5);
    case 'text':
      return textField('TEXT', help, field.max);
    case 'choice':
      return wordField(Object.keys(field.names), help);
    case 'flag':
      return flagField(help);
    case 'answer':
      return wordField([field.yes, field.no], help);
    case 'cents':
      return centsField(help);
    case 'index':
      return { schema: integer({ min: 0, max: 19 }), value: 'N', help, read: Number };
    case 'reasons': {
      const codes = Object.keys(field.names);
      return {
        schema: list(strictObject({ code: oneOf(codes), description: text({ min: 1, max: 1000 }) }), { max: 50 }),
        value: 'CODE:TEXT',
        help: `the court's reasons, if it rejected the filing; CODE is one of ${codes.join(', ')}`,
        isList: true,
        read(given: string) {
          const [code, description] = splitAtColon(given);
          return { code, description };
        },
      };
    }
  }
}

// Court outcomes, which attorneys normally report. If operators record one, they do so on someone's word, by default
// the attorney's.
const ofOutcome = { kind: 'outcome', onWordOf: 'attorney' } as const;

const recordHearing = report({
  ...ofOutcome,
  summary: 'Records the date of a hearing: the first one, a continuance, or one after a judgment was vacated.',
  example: `record-hearing case_${exampleId} --date 2026-08-12 --on-word-of court`,
  fields: { date: dayField('the day') },
  body: ({ date }) => ({ kind: 'outcome', outcome: { type: 'hearing_scheduled', date } }),
});

const recordJudgment = report({
  ...ofOutcome,
  summary: 'Records a judgment with the facts that were reported about it. More facts can be added later.',
  example: `record-judgment case_${exampleId} --outcome plaintiff --date 2026-08-12 --manner default --amount-cents 140000 --costs-cents 6500`,
  fields: { outcome: wordField(judgmentOutcomes, 'the party that won, or a dismissal'), ...optionsOf(judgmentFields) },
  kept: ['outcome'],
  body: ({ outcome, ...given }) => ({
    kind: 'outcome',
    outcome: { type: 'judgment', outcome, ...withValues(valuesOf(judgmentFields, given)) },
  }),
});

const recordWrit = report({
  ...ofOutcome,
  summary: 'Records that the writ was requested or issued. An alias writ is recorded the same way.',
  example: `record-writ case_${exampleId} --status issued --on-word-of court`,
  fields: { status: wordField(['requested', 'issued'], 'the status of the writ') },
  kept: ['status'],
  body: ({ status }) => ({
    kind: 'outcome',
    outcome: { type: status === 'requested' ? 'writ_requested' : 'writ_issued' },
  }),
});

const close = report({
  ...ofOutcome,
  summary:
    'Closes a case. If a cure is recorded, the case is resolved. Use `withdraw` to confirm a pending withdrawal.',
  example: `close case_${exampleId} --dismissed-on 2026-08-20 --reason "…"`,
  fields: {
    dismissedOn: optional(
      dayField('the day on which the court case was dismissed; if omitted, no dismissal is recorded'),
    ),
  },
  body: ({ dismissedOn }) => ({ kind: 'outcome', outcome: { type: 'closed', ...withValues({ dismissedOn }) } }),
});

/** If no kind is given, the customer reads that the operators are looking into the case. */
const hold = report({
  kind: 'hold',
  example: `hold case_${exampleId} --kind bankruptcy --reason "…"`,
  fields: {
    kind: optional(wordField(reportedHoldReasons, 'the reason that the customer sees')),
    until: optional(dayField('when the case is expected to continue; it does not continue automatically')),
  },
  body: ({ kind: reason, until }) => ({ kind: 'hold', ...withValues({ reason, until }) }),
});

/**
 * Every report on a case. Most are generated from their command's definition, and the others differ from it on the
 * command line.
 */
export const reportCommands = {
  ...Object.fromEntries(reportKinds.map((kind) => [nameOf(kind), report(reportOf(kind))])),
  hold,
  // Operators resume a case on their own authority by default.
  resume: report({ ...reportOf('resume'), onWordOf: undefined }),
  'record-hearing': recordHearing,
  'record-judgment': recordJudgment,
  'record-writ': recordWrit,
  close,
};
