import { validate } from '@evict/contract';
import { strictObject } from '@evict/contract/fields';
import { Argument, Command, Option } from 'commander';
import type { Field, Fields, OpsCommand } from './command.ts';
import { groups } from './commands/index.ts';
import { WrongUsage } from './failures.ts';
import { flagField, flagOf, patternField } from './fields.ts';

/** A command to run, with its valid input. */
export interface Asked {
  /** The name with its group, such as `case hold`. */
  name: string;
  command: OpsCommand;
  input: Record<string, unknown>;
  operator: string;
}

interface ProgramOptions {
  run: (asked: Asked) => Promise<void>;
  /** The operator's default name. Undefined if --operator is required. */
  person: string | undefined;
  /** Writes help to standard output or standard error. */
  out: (text: string) => void;
  err: (text: string) => void;
}

const commonFields = {
  operator: patternField(
    'NAME',
    "the operator's name, recorded with every write (default: your system user; required if NODE_ENV is production)",
    [/^[^\p{Cc}]{1,100}$/u, 'Must have 1 to 100 characters, and no control characters.'],
  ),
  json: flagField('print exact JSON'),
} as const satisfies Fields;

const afterHelp = `
Every command takes --help, --json and --operator NAME.
Exit codes: 0 done, 1 refused by the service, 2 wrong usage, 3 a required server can't be reached, 4 evidence is broken.`;

/**
 * Creates the parser with all commands. Parsing arguments runs the command in them. It throws CommanderError for
 * unknown commands, options and arguments, and WrongUsage with every fault in the values.
 */
export function createProgram({ run, person, out, err }: ProgramOptions): Command {
  const program = new Command('npm run -s ops --')
    .description("The operators' command line.")
    .usage('<group> <command> [options]')
    .addHelpText('after', afterHelp)
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => out(text.replace(/\n$/, '')),
      writeErr: (text) => err(text.replace(/\n$/, '')),
      // The error is also thrown, and the caller prints it.
      outputError: () => {},
    });
  for (const [groupName, { summary, commands }] of Object.entries(groups)) {
    const group = program.command(groupName).description(summary);
    for (const [name, command] of Object.entries(commands)) {
      const parser = group
        .command(name)
        .description(command.summary)
        .addHelpText('after', `\nExample: ${program.name()} ${groupName} ${command.example}`);
      for (const [key, field] of Object.entries<Field>({ ...command.fields, ...commonFields })) {
        if (field.isArgument) parser.addArgument(argumentFor(field));
        else parser.addOption(optionFor(key, field));
      }
      parser.action(() => run({ name: `${groupName} ${name}`, command, ...inputOf(parser, command, person) }));
    }
  }
  return program;
}

/** Returns the help of the command in the arguments or, without one, that of its group or of the program. */
export function helpFor(program: Command, args: readonly string[]): string {
  const find = (at: Command, name: string) => at.commands.find((one) => one.name() === name) ?? at;
  return args.slice(0, 2).reduce(find, program).helpInformation().trimEnd();
}

function argumentFor({ value = '', help, isOptional }: Field): Argument {
  return new Argument(isOptional ? `[${value}]` : `<${value}>`, help);
}

/** Creates an option that collects its values. A missing option is reported with all other faults, not by commander. */
function optionFor(key: string, field: Field): Option {
  const { schema, value, help, isOptional, isList } = field;
  if (schema.type === 'boolean') return new Option(flagOf(key), help);
  const remark = isList ? ' (may be repeated)' : isOptional || key === 'operator' ? '' : ' (required)';
  const collect = (text: string, before: string[] | undefined) => [...(before ?? []), text];
  return new Option(`${flagOf(key)} <${value}>`, `${help}${remark}`).argParser(collect);
}

/** Reads and validates a command's options. Throws a WrongUsage that lists every fault. */
function inputOf(parser: Command, command: OpsCommand, person: string | undefined): Pick<Asked, 'input' | 'operator'> {
  const fields: Fields = { ...command.fields, ...commonFields };
  // Commands that print or deploy record nothing, so they need no operator.
  const given: Record<string, unknown> = { operator: 'run' in command ? person : 'nobody' };
  const faults: string[] = [];
  const faulty = new Set<string>();
  /** `place` locates the fault within the value. */
  const complain = (key: string, message: string, place = '') => {
    faults.push(`${fields[key]?.isArgument ? fields[key].value : flagOf(key)}${place}: ${message}`);
    faulty.add(key);
  };

  for (const [key, texts] of Object.entries(textsOf(parser, fields))) {
    const { read = (text: string) => text, isList } = fields[key] as Field;
    if (texts === true) given[key] = true;
    else if (texts.length > 1 && !isList) complain(key, 'May only be given once.');
    else if (texts.some((text) => /^--?[a-z]/i.test(text))) complain(key, 'Needs a value.');
    else given[key] = isList ? texts.map(read) : read(texts[0] ?? '');
  }
  const schemas = Object.entries(fields).map(([key, { schema, isOptional }]) => [
    key,
    isOptional ? schema.optional() : schema,
  ]);
  const checked = validate(strictObject(Object.fromEntries(schemas)), given);
  for (const { path, message } of checked.ok ? [] : checked.issues) {
    const [key = ''] = path.split(/[.[]/);
    const isReported = faulty.has(key) && given[key] === undefined;
    if (!isReported) complain(key, message, path.slice(key.length));
  }
  const { operator, json: _, ...input } = given;
  const valid = Object.fromEntries(Object.entries(input).filter(([key]) => !faulty.has(key)));
  faults.push(...(command.check?.(valid, faulty) ?? []));
  if (faults.length > 0) throw new WrongUsage(faults);
  return { input, operator: operator as string };
}

/** Returns what commander has assigned to each field: the strings of an option or an argument, or true for a flag. */
function textsOf(parser: Command, fields: Fields): Record<string, string[] | true> {
  const names = Object.keys(fields).filter((key) => fields[key]?.isArgument);
  const byPosition = parser.args.map((text, position) => [names[position], [text]]);
  return { ...parser.opts(), ...Object.fromEntries(byPosition) };
}
