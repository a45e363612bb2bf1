import { patternText } from '@evict/contract/fields';
import { findCaseForOperator, listViews } from '@evict/store/cases';
import { command } from '../../definition.ts';
import { Refused } from '../../failures.ts';
import { caseField, limitField, optional, usualLimit } from '../../fields.ts';
import { table } from '../../output.ts';

/** The time and the id of the last view of the previous page. */
const cursorForm = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_(evt_[0-9a-f-]{36})$/u;

export const views = command({
  summary: "Lists who has read a case's tenant data, and when, newest first; also of an erased case.",
  example: 'views case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --limit 200',
  positionals: ['id'],
  fields: {
    id: caseField,
    limit: limitField,
    cursor: optional({
      schema: patternText(cursorForm, 'Must be the nextCursor of a page.'),
      value: 'CURSOR',
      help: 'the nextCursor of the previous page',
    }),
  },
  async run({ store }, { id, limit = usualLimit, cursor }) {
    if (!(await findCaseForOperator(store, id))) throw new Refused('not_found', 'There is no such case.');
    const rows = await listViews(store, { caseId: id, after: readCursor(cursor), limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const nextCursor = last ? `${last.createdAt.toISOString()}_${last.id}` : null;
    const lines = items.map(({ createdAt, actorType, actor, what }) => [createdAt, actorType, actor, what]);
    const listed = table(['TIME', 'BY', 'WHO', 'WHAT'], lines, 'nobody has read its tenant data');
    return { json: { items, nextCursor }, text: nextCursor ? `${listed}\n\nmore: --cursor ${nextCursor}` : listed };
  },
});

function readCursor(cursor: string | undefined) {
  const [, time, id] = cursor === undefined ? [] : (cursorForm.exec(cursor) ?? []);
  return time === undefined || id === undefined ? undefined : { createdAt: new Date(time), id };
}
