import { definitionOf, reportKinds } from '@evict/case-model';
import { expect, test } from 'vitest';
import { parse } from '../../parse.ts';
import { nameOf, optionOf } from './command-fields.ts';
import { cases } from './index.ts';

/** Its options have names of their own: the reason of a hold is that of the operator. */
const byHand = ['hold'];

test.each(reportKinds)('%s is a command of the operators, with every field', (kind) => {
  const command = cases.commands[nameOf(kind)];
  if (!command) throw new Error(`there is no ${nameOf(kind)}`);
  const names = Object.keys(definitionOf({ kind }).fields ?? {});
  if (!byHand.includes(kind)) for (const name of names) expect(command.fields).toHaveProperty(optionOf(name));
  const [, ...args] = [...command.example.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
  expect(() => parse(command, args, 'robin')).not.toThrow();
});
