import { listOrganizations, setOrganizationVerified } from '@evict/store/accounts';
import { command, type Group } from '../definition.ts';
import { Refused } from '../failures.ts';
import { flagField, idField, limitField, usualLimit } from '../fields.ts';
import { table } from '../output.ts';

const list = command({
  summary: 'Lists organizations, newest first.',
  example: 'list --limit 20',
  fields: { limit: limitField },
  async run({ store }, { limit = usualLimit }) {
    const items = await listOrganizations(store, limit);
    const rows = items.map(({ id, name, verified, members, cases, createdAt }) => [
      id,
      name,
      verified ? 'yes' : 'no',
      members,
      cases,
      createdAt,
    ]);
    const headers = ['ID', 'NAME', 'VERIFIED', 'MEMBERS', 'CASES', 'CREATED'];
    return { json: { items }, text: table(headers, rows, 'no organizations') };
  },
});

const verify = command({
  summary: 'Marks an organization as verified, or with --off as not verified.',
  example: 'verify org_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d',
  positionals: ['id'],
  fields: {
    id: idField('organization', 'ORGANIZATION_ID', 'the organization'),
    off: flagField('take the verification back'),
  },
  writes: ({ id, off = false }) => ({ subject: id, detail: { verified: !off } }),
  async run({ store }, { id, off = false }) {
    const verified = !off;
    if (!(await setOrganizationVerified(store, id, verified))) {
      throw new Refused('not_found', 'There is no such organization.');
    }
    return { json: { id, verified }, text: `${id} is ${verified ? 'verified' : 'not verified'}` };
  },
});

export const org: Group = { summary: "customers' organizations", commands: { list, verify } };
