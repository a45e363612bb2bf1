import { listLeads } from '@evict/store';
import { command, type Group } from '../definition.ts';
import { limitField, optional, usualLimit, wordField } from '../fields.ts';
import { table } from '../output.ts';

const kinds = ['access_request', 'attorney_application', 'contact'] as const;

const list = command({
  summary: 'Lists what came in by the public forms, newest first.',
  example: 'list --kind attorney_application',
  fields: { kind: optional(wordField(kinds, 'only this form')), limit: limitField },
  async run({ store }, { kind, limit = usualLimit }) {
    const items = await listLeads(store, { kind, limit });
    const rows = items.map((lead) => [
      lead.createdAt,
      lead.kind,
      lead.name,
      lead.email,
      lead.company,
      lead.states,
      lead.barNumber,
      lead.message,
    ]);
    const headers = ['RECEIVED', 'KIND', 'NAME', 'EMAIL', 'COMPANY', 'STATES', 'BAR', 'MESSAGE'];
    return { json: { items }, text: table(headers, rows, 'no leads') };
  },
});

export const lead: Group = { summary: 'what came in by the public forms', commands: { list } };
