import { command, type Group } from '../command.ts';

const signIn = command({
  summary: 'Signs you in at the identity provider and prints the token for OPERATOR_TOKEN.',
  example: 'sign-in',
  fields: {},
  takesAnybody: true,
  async run({ signIn: start }) {
    const token = await start();
    return { json: { token }, text: token };
  },
});

const whoami = command({
  summary: 'Shows the name under which your commands are recorded.',
  example: 'whoami',
  fields: {},
  async run({ operator, identifiedBy }) {
    return { json: { operator, identifiedBy } };
  },
});

export const operator: Group = { summary: 'sign-in for operators', commands: { 'sign-in': signIn, whoami } };
