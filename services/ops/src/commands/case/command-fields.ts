import {
  commandOf,
  definitionOf,
  type Field as CommandField,
  type Fields as CommandFields,
  idPrefixes,
  type RejectionReason,
  type ReportKind,
  type Target,
  targets,
} from '@evict/case-model';
import { integer, list, oneOf, strictObject, text } from '@evict/contract/fields';
import type { Field, Fields } from '../../definition.ts';
import { centsField, dayField, flagField, idField, optional, textField, wordField } from '../../fields.ts';
import type { Operation } from './operation.ts';

const uuid = '5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11';

/** A command of the command line, as the command's file describes it. */
export function reportOf(kind: ReportKind): Operation<Fields> {
  const { fields = {}, target: about, authors, route, example = {} } = definitionOf({ kind });
  const target = about && targetNames[about];
  const codes = Object.entries(fields).flatMap(([name, { type, isOptional }]) =>
    type === 'choice' && !isOptional ? [optionOf(name)] : [],
  );
  // What it changes is on record, and so is why.
  const isCorrection = route !== undefined && route.method !== 'POST';
  return {
    kind,
    example: [
      nameOf(kind),
      `case_${uuid}`,
      ...(about ? [`${idPrefixes[targets[about]]}_${uuid}`] : []),
      ...optionsFrom(fields, example),
    ].join(' '),
    fields: {
      ...(about &&
        target && {
          [target]: idField(targets[about], `${target.toUpperCase()}_ID`, `the ${target}, as \`case show\` lists it`),
        }),
      ...optionsOf(fields),
    },
    ...(target && { target }),
    isCorrection,
    ...(authors.includes('attorney') && { onWordOf: 'attorney' }),
    kept: [...(target ? [target] : []), ...codes],
    // Why a service failed is kept with its attempt too.
    body: (input, reason) =>
      commandOf(
        kind,
        valuesOf(fields, { ...input, ...(input['status'] === 'failed' && { reason }) }),
        about && target ? { [about]: input[target] as string } : {},
      ),
  };
}

/** The name of a command on the command line. */
export function nameOf(kind: ReportKind): string {
  return kind === 'confirm_withdrawal' ? 'withdraw' : kind.replaceAll('_', '-');
}

const targetNames: Readonly<Record<Target, string>> = {
  attemptId: 'attempt',
  deadlineId: 'deadline',
  filingId: 'filing',
};

/** Shorter on the command line than in the interface. */
const options: Readonly<Record<string, string>> = {
  servedDate: 'date',
  'judgment.date': 'date',
  partyIndex: 'party',
  envelopeId: 'envelope',
  courtCaseNumber: 'case-number',
  rejectionReasons: 'rejection',
  withPrejudice: 'prejudice',
  failureReason: 'reason',
};

/** The name of a field of the interface on the command line. */
export function optionOf(path: string): string {
  return options[path] ?? path.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The options for fields. The reason is one of every command. */
export function optionsOf(fields: CommandFields): Fields {
  const given = Object.entries(fields).map(([name, field]) => [optionOf(name), optionFor(field)] as const);
  return Object.fromEntries(given.filter(([name]) => name !== 'reason'));
}

/** The values of fields that the options give. */
export function valuesOf(fields: CommandFields, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const valueOf = (field: CommandField, given: unknown) =>
    field.type === 'answer' && given !== undefined ? given === field.yes : given;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, valueOf(field, input[optionOf(name)])]),
  );
}

/** The options that give these values, as they are typed. */
function optionsFrom(fields: CommandFields, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const option = `--${optionOf(name)}`;
    return value === true ? [option] : textsOf(fields[name], value).map((given) => `${option} ${quoted(given)}`);
  });
}

function textsOf(field: CommandField | undefined, value: unknown): string[] {
  if (field?.type === 'answer') return [value === true ? field.yes : field.no];
  if (field?.type !== 'reasons') return [String(value)];
  return (value as readonly RejectionReason[]).map(({ code, description }) => `${code}:${description}`);
}

function quoted(given: string): string {
  return /\s/.test(given) ? `"${given}"` : given;
}

function optionFor(field: CommandField): Field {
  const option = typeOf(field, field.description.replace(/\.$/, ''));
  return field.isOptional ? optional(option) : option;
}

function typeOf(field: CommandField, help: string): Field {
  switch (field.type) {
    case 'day':
      return dayField(help);
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
        help: `the court's reasons, for rejected; CODE is one of ${codes.join(', ')}`,
        many: true,
        read(given: string) {
          const [code = '', ...rest] = given.split(':');
          return { code: code.trim(), description: rest.join(':').trim() };
        },
      };
    }
  }
}
