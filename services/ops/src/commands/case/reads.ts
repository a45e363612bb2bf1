import { modes, states } from '@evict/case-model';
import { oneOf } from '@evict/contract/fields';
import { rulePacks, usPack } from '@evict/jurisdictions';
import { findCaseForOperator, listCasesForOperator, readCaseFileForOperator } from '@evict/store/operator-cases';
import { listViews, recordOperatorView } from '@evict/store/events';
import { command } from '../../command.ts';
import { notFound } from '../../failures.ts';
import {
  argument,
  attorneyField,
  caseField,
  dayField,
  flagField,
  idField,
  limitField,
  optional,
  patternField,
  usualLimit,
  wordField,
} from '../../fields.ts';
import { loadCase, stateOf } from '../../operate.ts';
import { table } from '../../output.ts';
import { presentCase, printCase } from './file.ts';

const sandboxes = [...new Set(rulePacks.map(({ stateCode }) => stateCode))];
const jurisdictions = [...sandboxes, ...usPack.states.map(({ code }) => code)];

const list = command({
  summary: 'Lists cases, newest first, without tenant data.',
  example: 'list --mode live --attention',
  fields: {
    state: optional({ schema: oneOf(states), value: 'STATE', help: 'only in this state, for example on_hold' }),
    mode: optional(wordField(modes, 'only in this mode')),
    jurisdiction: optional({
      schema: oneOf(jurisdictions),
      value: 'STATE_CODE',
      help: `only in this US state, or ${sandboxes.join(', ')}`,
      read: (text: string) => text.toUpperCase(),
    }),
    attorney: optional({ ...attorneyField, help: 'only for this attorney' }),
    organization: optional(idField('organization', 'ORGANIZATION_ID', 'only for this organization')),
    attention: flagField('only cases that an operator has to look at'),
    retrying: flagField('only cases with a failed step that is being retried'),
    lapsed: flagField('only cases whose attorney may no longer act on them'),
    deadlineUntil: optional(dayField('only cases whose next deadline is on this day or earlier')),
    limit: limitField,
  },
  async run({ store }, { attorney: attorneyId, organization: organizationId, limit = usualLimit, ...rest }) {
    const items = await listCasesForOperator(store, { ...rest, attorneyId, organizationId }, limit);
    type Listed = (typeof items)[number];
    const columns = {
      ID: 'id',
      MODE: 'mode',
      STATE: stateOf,
      IN: 'jurisdiction',
      ATTORNEY: 'attorneyId',
      DEADLINE: 'nextDeadline',
      ATTENTION: 'attention',
      RETRIES: ({ failedStep, retryAt }: Listed) => retryAt && `${failedStep} at ${retryAt.toISOString()}`,
      CHANGED: 'updatedAt',
    } as const;
    return { json: { items }, text: table(items, columns, 'no cases') };
  },
});

const show = command({
  summary: 'Shows a case with its documents, service, filings, charges and history.',
  example: 'show case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11',
  fields: {
    id: argument(caseField),
    tenantData: flagField('include tenant data (facts, names, free text); the view is recorded as tenant_data_viewed'),
  },
  async run(context, { id, tenantData: withTenantData = false }) {
    const { store, operator } = context;
    if (withTenantData) {
      await loadCase(context, id);
      await recordOperatorView(store, { caseId: id, operator });
    }
    const file = await readCaseFileForOperator(store, id);
    if (!file) throw notFound('case');
    const presented = presentCase(file, withTenantData);
    return { json: presented, text: printCase(presented) };
  },
});

/** A cursor: the time and the id of the last view on the previous page. */
const cursorForm = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)_(evt_[0-9a-f-]{36})$/u;

const views = command({
  summary: "Lists who has read a case's tenant data, and when, newest first. This also works for an erased case.",
  example: 'views case_5b1f6a0e-6a0c-4b7e-9f43-6f3f0f5f5a11 --limit 200',
  fields: {
    id: argument(caseField),
    limit: limitField,
    cursor: optional(
      patternField('CURSOR', 'the nextCursor of the previous page', [cursorForm, 'Must be the nextCursor of a page.']),
    ),
  },
  async run({ store }, { id, limit = usualLimit, cursor }) {
    if (!(await findCaseForOperator(store, id))) throw notFound('case');
    const rows = await listViews(store, { caseId: id, after: readCursor(cursor), limit: limit + 1 });
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? items.at(-1) : undefined;
    const nextCursor = last ? `${last.createdAt.toISOString()}_${last.id}` : null;
    const columns = { TIME: 'createdAt', BY: 'actorType', WHO: 'actor', WHAT: 'what' } as const;
    const listed = table(items, columns, 'nobody has read its tenant data');
    return { json: { items, nextCursor }, text: nextCursor ? `${listed}\n\nmore: --cursor ${nextCursor}` : listed };
  },
});

function readCursor(cursor: string | undefined) {
  const [, time, id] = cursor === undefined ? [] : (cursorForm.exec(cursor) ?? []);
  return time === undefined || id === undefined ? undefined : { at: new Date(time), id };
}

export const readCommands = { list, show, views };
