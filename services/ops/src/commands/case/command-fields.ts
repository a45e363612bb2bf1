import {
  commandOf,
  commands,
  type Field as CommandField,
  type Fields as CommandFields,
  type IdKind,
  rejectionCodes,
  type ReportKind,
} from '@evict/case-model';
import { integer, list, oneOf, record, text } from '@evict/contract/fields';
import type { Field, Fields } from '../../definition.ts';
import { centsField, dayField, flagField, idField, optional, textField, wordField } from '../../fields.ts';
import type { Operation } from './operation.ts';

/** The fields of a command and the command that they give, for the command line. */
export function reportOf(kind: ReportKind): Pick<Operation<Fields>, 'kind' | 'fields' | 'target' | 'kept' | 'body'> {
  const { fields, target: about }: { fields: CommandFields; target?: string } = commands[kind];
  const target = about === undefined ? undefined : targets[about];
  // The reason is an option of every command.
  const given = Object.entries(fields).filter(([name]) => name !== 'reason');
  const codes = given.flatMap(([name, { type, isOptional }]) => (type === 'choice' && !isOptional ? [name] : []));
  return {
    kind,
    fields: {
      ...(target && {
        [target.name]: idField(target.of, target.value, `the ${target.name}, as \`case show\` lists it`),
      }),
      ...Object.fromEntries(given.map(([name, field]) => [optionOf(name), optionFor(field)])),
    },
    ...(target && { target: target.name }),
    kept: [...(target ? [target.name] : []), ...codes.map(optionOf)],
    body(input) {
      const values = Object.fromEntries(given.map(([name]) => [name, input[optionOf(name)]]));
      const ids = target ? { [about ?? '']: input[target.name] as string } : {};
      return commandOf(kind, values, ids);
    },
  };
}

interface Target {
  readonly name: string;
  readonly of: IdKind;
  readonly value: string;
}

/** What a command can be about beside its case. */
const targets: Readonly<Record<string, Target>> = {
  attemptId: { name: 'attempt', of: 'serviceAttempt', value: 'ATTEMPT_ID' },
  deadlineId: { name: 'deadline', of: 'deadline', value: 'DEADLINE_ID' },
  filingId: { name: 'filing', of: 'filing', value: 'FILING_ID' },
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
      return wordField(field.of, help);
    case 'flag':
      return flagField(help);
    case 'cents':
      return centsField(help);
    case 'index':
      return { schema: integer({ min: 0, max: 19 }), value: 'N', help, read: Number };
    case 'reasons':
      return {
        schema: list(record({ code: oneOf(rejectionCodes), description: text({ min: 1, max: 1000 }) }), { max: 50 }),
        value: 'CODE:TEXT',
        help: `the court's reasons, for rejected; CODE is one of ${rejectionCodes.join(', ')}`,
        many: true,
        read(given: string) {
          const [code = '', ...rest] = given.split(':');
          return { code: code.trim(), description: rest.join(':').trim() };
        },
      };
  }
}
