import { oneOf } from '@evict/contract/fields';
import { asMarkdown, ruleBookIds, ruleBookOf, ruleBooks } from '@evict/rule-book';
import { command, type Group } from '../command.ts';
import { WrongUsage } from '../failures.ts';
import { argument, optional, patternField } from '../fields.ts';
import { table } from '../output.ts';

const list = command({
  summary: 'Lists the rule packs and their versions.',
  example: 'list',
  fields: {},
  print() {
    const items = ruleBooks().map(({ id, version, title }) => ({ id, version, title }));
    return { json: { items }, text: table(items, { PACK: 'id', VERSION: 'version', TITLE: 'title' }) };
  },
});

const print = command({
  summary: 'Prints a rule pack in words, as Markdown: each rule with citation, source, worked examples and papers.',
  example: 'print zz',
  fields: {
    pack: argument({
      schema: oneOf(ruleBookIds),
      value: 'PACK',
      help: 'zz (the sandbox) or us (live cases)',
      read: (text: string) => text.toLowerCase(),
    }),
    version: optional(
      patternField('VERSION', 'the version that a case was submitted under (the newest)', [
        /^\d{4}\.\d{1,9}$/u,
        'Must be a version like 2026.1.',
      ]),
    ),
  },
  print({ pack, version }) {
    const book = ruleBookOf(pack, version);
    if (!book) throw new WrongUsage([`--version: There is no version ${version} of ${pack}.`]);
    return { json: book, text: asMarkdown(book).trimEnd() };
  },
});

export const rules: Group = { summary: 'the rules of law that cases follow', commands: { list, print } };
