import { findAccount, listOrganizations, promoteMember, setOrganizationVerified } from '@evict/store/accounts';
import { eraseAccount, eraseLead } from '@evict/store/erasure';
import { removeFactors } from '@evict/store/factors';
import { listLeads } from '@evict/store/leads';
import { command, type Group } from '../command.ts';
import { notFound, Refused } from '../failures.ts';
import { argument, emailField, flagField, idField, limitField, optional, usualLimit, wordField } from '../fields.ts';
import { table } from '../output.ts';

const find = command({
  summary: 'Finds the account of a customer or an attorney by its email address.',
  example: 'find --email jo@example.com',
  fields: { email: { ...emailField, help: 'the email address' } },
  async run({ store }, { email }) {
    const found = await findAccount(store, email);
    if (!found) throw notFound('account');
    return { json: found };
  },
});

const promote = command({
  summary: 'Makes a member of an organization an owner, for example because it has no owner left.',
  example: 'promote usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
  fields: { id: argument(idField('user', 'USER_ID', 'the member')) },
  writes: ({ id }) => ({ subject: id }),
  async run({ store }, { id }) {
    if (!(await promoteMember(store, id))) throw notFound('account');
    return { json: { id, role: 'owner' } };
  },
});

const erase = command({
  summary: "Erases an account permanently: name, email address, password, sessions. An attorney's licenses stay.",
  example: 'erase usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
  fields: { id: argument(idField('user', 'USER_ID', 'the user or the attorney')) },
  writes: ({ id }) => ({ subject: id }),
  async run({ store, operator, erasureList: list }, { id }) {
    const outcome = await eraseAccount(store, { userId: id, operator, list });
    if (!outcome.ok) throw outcome.code === 'not_found' ? notFound('account') : new Refused(outcome.code);
    if (outcome.again) throw new Refused('erased', 'The account has already been erased.');
    return { json: { id, erasedAt: outcome.erasedAt } };
  },
});

const reset = command({
  summary: 'Removes all second factors of an account, for a user who has lost them.',
  example: 'reset-factors usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
  fields: { id: argument(idField('user', 'USER_ID', 'the user, whose identity you have verified')) },
  writes: ({ id }) => ({ subject: id }),
  async run({ store }, { id }) {
    if (!(await removeFactors(store, id))) throw notFound('second factor');
    return { json: { id } };
  },
});

export const account: Group = {
  summary: 'accounts of customers and attorneys',
  commands: { find, promote, 'reset-factors': reset, erase },
};

const listOrgs = command({
  summary: 'Lists organizations, newest first.',
  example: 'list --limit 20',
  fields: { limit: limitField },
  async run({ store }, { limit = usualLimit }) {
    const items = await listOrganizations(store, limit);
    const columns = {
      ID: 'id',
      NAME: 'name',
      VERIFIED: 'verified',
      MEMBERS: 'members',
      CASES: 'cases',
      CREATED: 'createdAt',
    } as const;
    return { json: { items }, text: table(items, columns, 'no organizations') };
  },
});

const verify = command({
  summary: 'Marks an organization as verified, or with --off as not verified.',
  example: 'verify org_2f4c8d1a-7b3e-4f5a-9c6d-8e7f0a1b2c3d',
  fields: {
    id: argument(idField('organization', 'ORGANIZATION_ID', 'the organization')),
    off: flagField('withdraw the verification'),
  },
  writes: ({ id, off = false }) => ({ subject: id, detail: { verified: !off } }),
  async run({ store }, { id, off = false }) {
    const verified = !off;
    if (!(await setOrganizationVerified(store, id, verified))) throw notFound('organization');
    return { json: { id, verified } };
  },
});

export const org: Group = { summary: "customers' organizations", commands: { list: listOrgs, verify } };

const listAll = command({
  summary: 'Lists leads from the public forms, newest first.',
  example: 'list --kind attorney_application',
  fields: {
    kind: optional(wordField(['access_request', 'attorney_application', 'contact'], 'only leads from this form')),
    limit: limitField,
  },
  async run({ store }, { kind, limit = usualLimit }) {
    const items = await listLeads(store, { kind, limit });
    const columns = {
      ID: 'id',
      RECEIVED: 'createdAt',
      KIND: 'kind',
      NAME: 'name',
      EMAIL: 'email',
      COMPANY: 'company',
      STATES: 'states',
      BAR: 'barNumber',
      MESSAGE: 'message',
    } as const;
    return { json: { items }, text: table(items, columns, 'no leads') };
  },
});

const eraseIt = command({
  summary: 'Erases a lead permanently.',
  example: 'erase lead_7c9e6679-7425-40de-944b-e07fc1f90ae7',
  fields: { id: argument(idField('lead', 'LEAD_ID', 'the lead')) },
  writes: ({ id }) => ({ subject: id }),
  async run({ store, operator, erasureList: list }, { id }) {
    if (!(await eraseLead(store, { leadId: id, operator, list }))) throw notFound('lead');
    return { json: { id } };
  },
});

export const lead: Group = { summary: 'leads from the public forms', commands: { list: listAll, erase: eraseIt } };
