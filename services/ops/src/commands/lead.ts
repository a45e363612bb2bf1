import { eraseLead } from '@evict/store/erasure';
import { listLeads } from '@evict/store/leads';
import { command, type Group } from '../definition.ts';
import { Refused } from '../failures.ts';
import { idField, limitField, optional, usualLimit, wordField } from '../fields.ts';
import { table } from '../output.ts';

const kinds = ['access_request', 'attorney_application', 'contact'] as const;

const list = command({
  summary: 'Lists leads from the public forms, newest first.',
  example: 'list --kind attorney_application',
  fields: { kind: optional(wordField(kinds, 'only this form')), limit: limitField },
  async run({ store }, { kind, limit = usualLimit }) {
    const items = await listLeads(store, { kind, limit });
    const rows = items.map((lead) => [
      lead.id,
      lead.createdAt,
      lead.kind,
      lead.name,
      lead.email,
      lead.company,
      lead.states,
      lead.barNumber,
      lead.message,
    ]);
    const headers = ['ID', 'RECEIVED', 'KIND', 'NAME', 'EMAIL', 'COMPANY', 'STATES', 'BAR', 'MESSAGE'];
    return { json: { items }, text: table(headers, rows, 'no leads') };
  },
});

const erase = command({
  summary: 'Erases a lead permanently.',
  example: 'erase lead_7c9e6679-7425-40de-944b-e07fc1f90ae7',
  positionals: ['id'],
  fields: { id: idField('lead', 'LEAD_ID', 'what was written') },
  writes: ({ id }) => ({ subject: id }),
  async run({ store, operator, erasureList }, { id }) {
    if (!(await eraseLead(store, { leadId: id, operator, list: erasureList }))) {
      throw new Refused('not_found', 'There is no such lead.');
    }
    return { json: { id }, text: `${id} is erased` };
  },
});

export const lead: Group = { summary: 'leads from the public forms', commands: { list, erase } };
