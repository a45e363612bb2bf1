import { ApiError, type Client, createClient } from '@evict/client';
import { type Environment, readConfig, shared } from '@evict/config';
import type { IsoDate } from '@evict/jurisdictions';
import { CaseWorkflows, createClient as createTemporalClient } from '@evict/temporal';
import { Connection } from '@temporalio/client';
import { CannotStart } from '../cannot-start.ts';
import { environmentOfLastRun } from '../last-run.ts';
import { endNoticePeriod as endPeriod } from '../pass-time.ts';
import { withClient } from '../postgres.ts';
import { type Observer, runCase } from './run-case.ts';
import type { Ended } from './demo-case.ts';
import { makeAttorney } from './attorney.ts';
import { liveCase, type LiveStep } from './live-case.ts';

export interface LiveDemo {
  baseUrl: string;
  /** The session token of the owner who has signed up. */
  session: string;
  today: IsoDate;
  env: Environment;
  print: (line: string) => void;
}

/**
 * Plays the live case over REST, except for two things: it creates the attorney with the operators' command line, and
 * ends the notice period in the database.
 */
export async function runLiveCase(
  { baseUrl, session, today, env, print }: LiveDemo,
  observerOf: (demoCase: { letter: string; title: string }) => Observer,
): Promise<Ended> {
  const { token, state } = await makeAttorney(env, print);
  const { secret } = await createClient({ baseUrl, credential: session, serviceMode: 'live' }).createApiKey();
  const client = (credential: string) => createClient({ baseUrl, credential });
  const people = {
    customer: client(secret),
    attorney: client(token),
    endNoticePeriod: (caseId: string) => endNoticePeriod(env, caseId),
  };
  await requireSameStack(people.attorney);
  const demoCase = liveCase(state, today);
  const take = (step: LiveStep, id: string) => step.take(people, id);
  return runCase({ demoCase, client: people.customer, today, take }, observerOf(demoCase));
}

async function requireSameStack(attorney: Client): Promise<void> {
  await attorney.getAttorney().catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'unauthenticated')
      throw new CannotStart(
        'The attorney was created in a different stack. Set DATA_DIR to the data folder of the stack on PORT.',
      );
    throw error;
  });
}

/** Ends a notice period by moving the case's dates into the past, as the database's owner. */
async function endNoticePeriod(env: Environment, caseId: string): Promise<void> {
  const { databaseUrl, temporalAddress, temporalNamespace } = shared;
  const settings = { databaseUrl, temporalAddress, temporalNamespace };
  const config = readConfig(await environmentOfLastRun(env), settings);
  const connection = await Connection.connect({ address: config.temporalAddress });
  try {
    const client = createTemporalClient({ connection, namespace: config.temporalNamespace });
    const workflows = new CaseWorkflows(client);
    await withClient(config.databaseUrl, (pool) => endPeriod({ store: { pool }, workflows }, { caseId }));
  } finally {
    await connection.close();
  }
}
