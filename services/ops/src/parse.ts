import { parseArgs } from 'node:util';
import { validate } from '@evict/contract';
import { patternText, strictObject } from '@evict/contract/fields';
import { type Command, type Field, type Fields, isFlag } from './definition.ts';
import { WrongUsage } from './failures.ts';
import { flagField } from './fields.ts';

/** Options of every command. */
export const commonFields = {
  operator: {
    schema: patternText(/^[^\p{Cc}]{1,100}$/u, 'Must have 1 to 100 characters, and no control characters.'),
    value: 'NAME',
    help: "the operator's name, recorded with every write (your system user; required where NODE_ENV is production)",
  },
  json: flagField('print exact JSON'),
  help: flagField('print this and do nothing'),
} as const satisfies Fields;

export interface Parsed {
  input: Record<string, unknown>;
  operator: string;
  json: boolean;
  help: boolean;
}

/** Reads the arguments of a command. Throws WrongUsage with every fault at once. */
export function parse(command: Command, args: readonly string[], knownPerson: string | undefined): Parsed {
  const { positionals = [], check } = command;
  const fields: Fields = { ...command.fields, ...commonFields };
  const { given, faults, faulty } = collect(args, { fields, positionals });
  if (given['operator'] === undefined && !faulty.has('operator')) given['operator'] = knownPerson;
  if (given['help'] === true) return { input: {}, operator: '', json: false, help: true };

  const schema = strictObject(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema])));
  const checked = validate(schema, given);
  for (const { path, message } of checked.ok ? [] : checked.issues) {
    const name = nameIn(path);
    if (faulty.has(name) && given[name] === undefined) continue; // reported already
    faults.push(`${labelOf(name, { fields, positionals })}${path.slice(name.length)}: ${message}`);
    faulty.add(name);
  }
  const { operator, json, help: _, ...input } = given;
  const valid = Object.fromEntries(Object.entries(input).filter(([name]) => !faulty.has(name)));
  faults.push(...(check?.(valid, faulty) ?? []));
  if (faults.length > 0) throw new WrongUsage(faults);
  return { input, operator: operator as string, json: json === true, help: false };
}

/** The name of a field in the help and in messages. */
export function labelOf(
  name: string,
  { fields, positionals = [] }: { fields: Fields; positionals?: readonly string[] | undefined },
): string {
  return positionals.includes(name) ? (fields[name]?.value ?? name) : `--${name}`;
}

interface Taken {
  fields: Fields;
  positionals: readonly string[];
}

interface Collected {
  given: Record<string, unknown>;
  faults: string[];
  /** Names of fields that have a fault already. */
  faulty: Set<string>;
}

/** Sorts the arguments by field. parseArgs itself would throw at the first fault. */
function collect(args: readonly string[], taken: Taken): Collected {
  const { fields, positionals } = taken;
  const named = Object.entries(fields).filter(([name]) => !positionals.includes(name));
  const types = new Map(named.map(([name, field]) => [name, isFlag(field) ? 'boolean' : 'string'] as const));
  const options = Object.fromEntries(
    [...types].map(([name, type]) => [name, { type, ...(name === 'help' && { short: 'h' }) }]),
  );
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });

  const swallowing = tokens.find(
    (token) =>
      token.kind === 'option' &&
      types.get(token.name) === 'string' &&
      token.inlineValue === false &&
      /^-./.test(token.value),
  );
  if (swallowing) {
    // It took the next option as its value, which is parsed again without it.
    const rest = collect(args.toSpliced(swallowing.index, 1), taken);
    const name = args[swallowing.index]?.slice(2) ?? '';
    rest.faults.unshift(`--${name}: Needs a value; one that begins with a dash is given as --${name}=VALUE.`);
    rest.faulty.add(name);
    return rest;
  }

  const collected: Collected = { given: {}, faults: [], faulty: new Set() };
  let position = 0;
  for (const token of tokens) {
    if (token.kind === 'positional') {
      const name = positionals[position];
      position += 1;
      if (name === undefined) collected.faults.push(`${JSON.stringify(token.value)}: Is one argument too many.`);
      else take(collected, name, fields[name], token.value);
    }
    if (token.kind === 'option') {
      const type = types.get(token.name);
      const broken = faultOf(token, type, collected, fields[token.name]);
      if (broken === null) take(collected, token.name, fields[token.name], token.value);
      else {
        collected.faults.push(`${token.rawName}: ${broken}`);
        collected.faulty.add(token.name);
      }
    }
  }
  return collected;
}

function faultOf(
  { name, value }: { name: string; value?: string | undefined },
  type: 'boolean' | 'string' | undefined,
  { given }: Collected,
  field: Field | undefined,
): string | null {
  if (type === undefined) return 'There is no such option.';
  if (type === 'boolean') return value === undefined ? null : 'Takes no value.';
  if (value === undefined) return 'Needs a value.';
  return given[name] === undefined || field?.many ? null : 'Is given twice.';
}

function take({ given }: Collected, name: string, field: Field | undefined, text: string | undefined): void {
  const value = text === undefined ? true : (field?.read?.(text) ?? text);
  const before = given[name];
  given[name] = field?.many ? [...(Array.isArray(before) ? (before as unknown[]) : []), value] : value;
}

/** The path of a fault within a list follows the name of the field. */
function nameIn(path: string): string {
  return /^[^.[]+/.exec(path)?.[0] ?? path;
}
