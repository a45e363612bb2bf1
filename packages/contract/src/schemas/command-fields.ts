import { commands, type Field, type Fields, type ReportKind, type ValueOf } from '@evict/case-model';
import type { AnySchema, ISchema } from 'yup';
import { cents, day, flag, integer, list, oneOf, strictObject, text, timeOfDay } from '../fields.ts';

type SchemasOf<F extends Fields> = {
  [K in keyof F]: ISchema<F[K] extends { readonly isOptional: true } ? ValueOf<F[K]> | undefined : ValueOf<F[K]>>;
};

/** Returns the schema of the request body of a command: an object with the command's fields. */
export function commandFields<K extends ReportKind>(kind: K) {
  const fields: Fields = commands[kind].fields;
  const schemas = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
  return strictObject(schemas as unknown as SchemasOf<(typeof commands)[K]['fields']>);
}

function schemaOf(field: Field): AnySchema {
  const schema = typeOf(field);
  return (field.isOptional ? schema.optional() : schema).meta({ description: field.description });
}

function typeOf(field: Field): AnySchema {
  switch (field.type) {
    case 'day':
      return day();
    case 'time':
      return timeOfDay();
    case 'text':
      return text({ min: 1, max: field.max });
    case 'choice':
      return oneOf(Object.keys(field.names));
    case 'flag':
    case 'answer':
      return flag();
    case 'cents':
      return cents();
    case 'index':
      return integer({ min: 0, max: 19 });
    case 'reasons':
      return list(strictObject({ code: oneOf(Object.keys(field.names)), description: text({ min: 1, max: 1000 }) }), {
        max: 50,
      });
  }
}
