import { findAccount, promoteMember } from '@evict/store/accounts';
import { eraseAccount } from '@evict/store/erasure';
import { command, type Group } from '../definition.ts';
import { Refused } from '../failures.ts';
import { emailField, idField } from '../fields.ts';
import { pairs } from '../output.ts';

const find = command({
  summary: 'Finds the account of a customer or an attorney by its address.',
  example: 'find --email jo@example.com',
  fields: { email: { ...emailField, help: 'the address' } },
  async run({ store }, { email }) {
    const found = await findAccount(store, email);
    if (!found) throw noSuchAccount();
    const { id, role, organizationId, createdAt } = found;
    return { json: found, text: pairs({ account: id, role, organization: organizationId, created: createdAt }) };
  },
});

const erase = command({
  summary: "Erases an account permanently: name, address, password, sessions; an attorney's license stays.",
  example: 'erase usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
  positionals: ['id'],
  fields: { id: idField('user', 'USER_ID', 'the user or the attorney') },
  writes: ({ id }) => ({ subject: id }),
  async run({ store, operator, erasureList: list }, { id }) {
    const outcome = await eraseAccount(store, { userId: id, operator, list });
    if (!outcome.ok) throw outcome.code === 'not_found' ? noSuchAccount() : new Refused(outcome.code);
    if (outcome.again) throw new Refused('erased', 'The account is already erased.');
    return { json: { id, erasedAt: outcome.erasedAt }, text: `${id} is erased` };
  },
});

const promote = command({
  summary: 'Makes a member of an organization an owner, for one that has none left.',
  example: 'promote usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
  positionals: ['id'],
  fields: { id: idField('user', 'USER_ID', 'the member') },
  writes: ({ id }) => ({ subject: id }),
  async run({ store }, { id }) {
    if (!(await promoteMember(store, id))) throw noSuchAccount();
    return { json: { id, role: 'owner' }, text: `${id} is an owner` };
  },
});

export const account: Group = {
  summary: 'accounts of customers and attorneys',
  commands: { find, promote, erase },
};

function noSuchAccount(): Refused {
  return new Refused('not_found', 'There is no such account.');
}
