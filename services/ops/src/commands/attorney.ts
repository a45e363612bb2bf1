import { credentialPrefixes, mintCredential, parseCredential } from '@evict/credentials';
import {
  type BarNumbers,
  createAttorney,
  createAttorneyToken,
  findAttorney,
  findAttorneyToken,
  inviteAttorney,
  listAttorneys,
  revokeAttorneyToken,
  revokeAttorneyTokens,
  setAsksFirst,
  setAttorneyLicenses,
  setAttorneyVerified,
  type TokenEnd,
} from '@evict/store/attorneys';
import { listLapsedCases } from '@evict/store/operator-cases';
import type { Store } from '@evict/store/database';
import { command, type Group } from '../command.ts';
import type { Context } from '../context.ts';
import { notFound, Refused, WrongUsage } from '../failures.ts';
import {
  argument,
  attorneyField,
  barNumbersField,
  emailField,
  flagField,
  optional,
  patternField,
  statesField,
  textField,
} from '../fields.ts';
import { type Retried, retryWaiting } from '../operate.ts';
import { pairs, table } from '../output.ts';

const add = command({
  summary: 'Creates an attorney and a token, which is shown once.',
  example: 'add --name "Alex Counsel" --email alex@example.com --bar 1234567890 --states MD,VA --verified',
  fields: {
    name: textField('N', 'the name', 120),
    email: emailField,
    bar: textField('B', 'the bar number in all states without a --bar-number', 60),
    states: statesField('licensed in these US states'),
    barNumber: barNumbersField,
    verified: flagField('you have checked the license; until an attorney is verified, they get no cases'),
  },
  check: ({ states, barNumber: numbers }) => numberFaults(states, numbers),
  writes: ({ states, verified = false }) => ({ subject: null, detail: { states, verified } }),
  async run(context, { name, email, bar, states, barNumber: numbers, verified = false }) {
    const { store } = context;
    const barNumbers = byState(numbers);
    const id = await createAttorney(store, { name, email, barNumber: bar, states, barNumbers, verified });
    if (id === null) throw new Refused('email_taken', 'A user with this email address already exists.');
    const { token } = await issueToken(store, id);
    const retried = await retryWaiting(context, verified ? states : []);
    return {
      json: { id, token },
      text: `${pairs({ id, token })}\n${shownOnce}\n${pairs(retriedIn(retried))}`,
      subject: id,
    };
  },
});

const invite = command({
  summary: 'Mails an attorney a link for setting a password. It works once, within a week.',
  example: 'invite usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
  fields: { id: argument(attorneyField) },
  writes: ({ id }) => ({ subject: id }),
  async run(context, { id }) {
    const mailId = await inviteAttorney(context.store, id);
    if (mailId === null) throw notFound('attorney');
    return { json: { id, mailId } };
  },
});

const verify = command({
  summary: 'Marks an attorney as verified, or with --off as not verified.',
  example: 'verify usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
  fields: { id: argument(attorneyField), off: flagField('withdraw the verification') },
  writes: ({ id, off = false }) => ({ subject: id, detail: { verified: !off } }),
  async run(context, { id, off = false }) {
    if (!(await setAttorneyVerified(context.store, id, !off))) throw notFound('attorney');
    return afterChange(context, id);
  },
});

const license = command({
  summary: 'Sets the states in which an attorney is licensed, and the bar number in each.',
  example: 'license usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55 --states MD,DC --bar-number DC:99812',
  fields: {
    id: argument(attorneyField),
    states: statesField('licensed in these US states and no others; "" for none'),
    barNumber: barNumbersField,
  },
  check: ({ states, barNumber: numbers }) => numberFaults(states, numbers),
  writes: ({ id, states }) => ({ subject: id, detail: { states } }),
  async run(context, { id, states, barNumber: numbers }) {
    if (!(await setAttorneyLicenses(context.store, id, states, byState(numbers)))) throw notFound('attorney');
    return afterChange(context, id);
  },
});

const askFirst = command({
  summary: 'Requires an attorney to accept each case before its review begins, or with --off accepts cases for them.',
  example: 'ask-first usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55',
  fields: { id: argument(attorneyField), off: flagField('accept their cases automatically') },
  writes: ({ id, off = false }) => ({ subject: id, detail: { asksFirst: !off } }),
  async run({ store }, { id, off = false }) {
    if (!(await setAsksFirst(store, id, !off))) throw notFound('attorney');
    return { json: { id, asksFirst: !off } };
  },
});

const expiresField = optional(
  patternField('DAYS|DATE', 'expires after this many days, or after this day (UTC); default: 90 days', [
    /^([1-9]\d{0,3}|\d{4}-\d{2}-\d{2})$/u,
    'Must be 1 to 9999 days, or a date such as 2027-03-31.',
  ]),
);

const token = command({
  summary: 'Issues another token, which is shown once. Existing tokens stay valid.',
  example: 'token usr_0b8f3c7e-58a7-4f0e-8d3c-1b2f7a9c4e55 --expires 90',
  fields: { id: argument(attorneyField), expires: expiresField },
  writes: ({ id, expires }) => ({ subject: id, detail: { expires: expires ?? null } }),
  async run({ store }, { id, expires }) {
    const issued = await issueToken(store, id, expires);
    return { json: { id, ...issued }, text: `${pairs(issued)}\n${shownOnce}` };
  },
});

const revokeToken = command({
  summary: 'Immediately revokes one token, or every token of an attorney.',
  example: 'revoke-token tok_4c1d5f0a-9d8e-4d37-b3a5-0f6f6f1f2a10',
  fields: {
    token: argument(
      patternField(
        'TOKEN',
        'the id of the token, the token itself, or the id of an attorney to revoke all of their tokens',
        [/^(tok_|usr_|eut_)/u, 'Must be the id of a token, a token, or the id of an attorney.'],
      ),
    ),
  },
  // If the token itself was given, it isn't recorded.
  writes: ({ token: given }) => ({ subject: given.startsWith('eut_') ? null : given }),
  async run({ store }, { token: given }) {
    const revoked = await revoke(store, given);
    return { json: { revoked }, ...(given.startsWith('eut_') && revoked[0] && { subject: revoked[0] }) };
  },
});

const list = command({
  summary: 'Lists attorneys with their tokens and their number of open cases.',
  example: 'list',
  fields: {},
  async run({ store }) {
    const items = await listAttorneys(store);
    type Listed = (typeof items)[number];
    const columns = {
      ID: 'id',
      NAME: 'name',
      EMAIL: 'email',
      VERIFIED: 'verified',
      'ASKS FIRST': 'asksFirst',
      LICENSES: ({ licenses }: Listed) => licenses.map(({ state, barNumber }) => `${state} ${barNumber}`),
      OPEN: 'openCases',
      TOKENS: ({ tokens }: Listed) => tokens.filter(({ revokedAt }) => revokedAt === null).map(shownToken),
    } as const;
    return { json: { items }, text: table(items, columns, 'no attorneys') };
  },
});

export const attorney: Group = {
  summary: 'attorneys, who review, serve and file live cases',
  commands: { add, invite, verify, license, 'ask-first': askFirst, token, 'revoke-token': revokeToken, list },
};

type StateNumber = { state: string; barNumber: string };

function numberFaults(states: readonly string[] | undefined, numbers: readonly StateNumber[] = []): string[] {
  const named = numbers.map(({ state }) => state);
  return [
    ...(new Set(named).size < named.length ? ['--bar-number: Must be given only once per state.'] : []),
    ...(states && named.some((state) => !states.includes(state))
      ? ['--bar-number: Must be for a state in --states.']
      : []),
  ];
}

function byState(numbers: readonly StateNumber[] = []): BarNumbers {
  return Object.fromEntries(numbers.map(({ state, barNumber }) => [state, barNumber]));
}

const shownOnce = 'This token is shown only once. Store it now.';

async function issueToken(
  store: Store,
  attorneyId: string,
  expires?: string,
): Promise<{ tokenId: string; token: string }> {
  if (!(await findAttorney(store, attorneyId))) throw notFound('attorney');
  const { secret, hash, lastFour } = mintCredential(credentialPrefixes.attorneyToken);
  const end = expires === undefined ? undefined : endOf(expires);
  const tokenId = await createAttorneyToken(store, attorneyId, { hash, lastFour, end });
  if (tokenId === null) throw new WrongUsage(['--expires: This day has passed.']);
  return { tokenId, token: secret };
}

function endOf(expires: string): TokenEnd {
  if (!expires.includes('-')) return { days: Number(expires) };
  const isDay = new Date(`${expires}T00:00:00Z`).toJSON()?.startsWith(expires) ?? false;
  if (!isDay) throw new WrongUsage(['--expires: There is no such day.']);
  return { lastDay: expires };
}

/** Revokes the given token, or all tokens of the given attorney. Returns the ids of the tokens that it revoked. */
async function revoke(store: Store, given: string): Promise<string[]> {
  if (given.startsWith('usr_')) {
    if (!(await findAttorney(store, given))) throw notFound('attorney');
    return revokeAttorneyTokens(store, given);
  }
  const credential = parseCredential(given);
  const found = credential && (await findAttorneyToken(store, credential.hash));
  const id = found?.id ?? given;
  if (!(await revokeAttorneyToken(store, id)))
    throw new Refused('not_found', 'There is no such token, or it has already been revoked.');
  return [id];
}

/**
 * Retries the cases that were waiting for an attorney in the states of this attorney, and lists the open cases that
 * this attorney may no longer act on.
 */
async function afterChange(context: Context, id: string) {
  const changed = await findAttorney(context.store, id);
  if (!changed) throw notFound('attorney');
  const { verified, licensedStates } = changed;
  const retried = await retryWaiting(context, verified ? licensedStates : []);
  const lapsedCases = await listLapsedCases(context.store, id);
  return { json: { id, verified, licensedStates, ...retriedIn(retried), lapsedCases } };
}

function retriedIn(all: Retried) {
  return {
    retried: all.flatMap(({ id, refused }) => (refused === null ? [id] : [])),
    notRetried: all.flatMap(({ id, refused }) => (refused === null ? [] : [{ id, code: refused }])),
  };
}

function shownToken({ id, lastFour, expiresAt }: { id: string; lastFour: string; expiresAt: Date | null }): string {
  return `${id}…${lastFour}${expiresAt === null ? '' : ` until ${expiresAt.toISOString()}`}`;
}
