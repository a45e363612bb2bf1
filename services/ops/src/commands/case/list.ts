import { modes, states } from '@evict/case-model';
import { oneOf } from '@evict/contract/fields';
import { rulePacks, usPack } from '@evict/jurisdictions';
import { listCasesForOperator } from '@evict/store/cases';
import { command } from '../../definition.ts';
import { attorneyField, flagField, idField, limitField, optional, usualLimit, wordField } from '../../fields.ts';
import { table } from '../../output.ts';

const sandboxes = [...new Set(rulePacks.map(({ stateCode }) => stateCode))];
const jurisdictions = [...sandboxes, ...usPack.states.map(({ code }) => code)];

export const list = command({
  summary: 'Lists cases, newest first, without tenant data.',
  example: 'list --mode live --attention',
  fields: {
    state: optional({ schema: oneOf(states), value: 'STATE', help: 'only in this state, for example on_hold' }),
    mode: optional(wordField(modes, 'only of this mode')),
    jurisdiction: optional({
      schema: oneOf(jurisdictions),
      value: 'STATE_CODE',
      help: `only in this US state, or ${sandboxes.join(', ')}`,
      read: (text: string) => text.toUpperCase(),
    }),
    attorney: optional({ ...attorneyField, help: 'only of this attorney' }),
    organization: optional(idField('organization', 'ORGANIZATION_ID', 'only of this organization')),
    attention: flagField('only those that somebody has to look at'),
    retrying: flagField('only those with a step that has failed and is retried'),
    lapsed: flagField('only those whose attorney may not act on them any more'),
    limit: limitField,
  },
  async run({ store }, { attorney: attorneyId, organization: organizationId, limit = usualLimit, ...rest }) {
    const filter = { ...rest, attorneyId, organizationId };
    const items = await listCasesForOperator(store, filter, limit);
    const rows = items.map((row) => [
      row.id,
      row.mode,
      row.heldFrom === null ? row.state : `${row.state} (from ${row.heldFrom})`,
      row.jurisdiction,
      row.attorneyId,
      row.attention,
      row.retryAt && `${row.failedStep} at ${row.retryAt.toISOString()}`,
      row.updatedAt,
    ]);
    const headers = ['ID', 'MODE', 'STATE', 'IN', 'ATTORNEY', 'ATTENTION', 'RETRIES', 'CHANGED'];
    return { json: { items }, text: table(headers, rows, 'no cases') };
  },
});
