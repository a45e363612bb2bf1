import { oneOf } from '@evict/contract/fields';
import { rulePacks, usPack } from '@evict/jurisdictions';
import { stringify } from 'yaml';
import { command, type Group } from '../command.ts';
import { WrongUsage } from '../failures.ts';
import { argument, optional, patternField } from '../fields.ts';

const packs = [...rulePacks, usPack];

const print = command({
  summary:
    'Prints a rule pack as YAML: each rule with its citation, its source, and the day on which it was last checked.',
  example: 'print zz',
  fields: {
    pack: argument({
      schema: oneOf([...new Set(packs.map(({ id }) => id))]),
      value: 'PACK',
      help: 'zz (the sandbox) or us (live cases)',
      read: (text: string) => text.toLowerCase(),
    }),
    version: optional(
      patternField('VERSION', 'the version that a case was submitted under (default: the newest)', [
        /^\d{4}\.\d{1,9}$/u,
        'Must be a version like 2026.1.',
      ]),
    ),
  },
  print({ pack: id, version }) {
    const pack = packs.findLast((one) => one.id === id && (version === undefined || one.version === version));
    if (!pack) throw new WrongUsage([`--version: There is no version ${version} of ${id}.`]);
    return { json: pack, text: stringify(pack, { aliasDuplicateObjects: false }).trimEnd() };
  },
});

export const rules: Group = { summary: 'the rules of law that cases follow', commands: { print } };
