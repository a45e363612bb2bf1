import { AsyncLocalStorage } from 'node:async_hooks';

/** Who acts, and from where. */
export interface Origin {
  /** Null while nobody is signed in: a change is then that of the user whom it concerns. */
  actor: { type: 'user' | 'api_key' | 'attorney' | 'operator'; id: string } | null;
  /** The session, the API key or the token. */
  credentialId: string | null;
  /** Of the client: its /24 or /48. */
  network: string | null;
}

const origins = new AsyncLocalStorage<Origin>();

/** Runs `work`, whose changes the audit attributes to this origin. */
export function withOrigin<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work);
}

/** The origin of the current request; all null in the workers. */
export function currentOrigin(): Origin {
  return origins.getStore() ?? { actor: null, credentialId: null, network: null };
}

/** Who writes a message or a document; null in the workers, and for operators, who are no authors that customers know. */
export function currentAuthorId(): string | null {
  const { actor } = currentOrigin();
  return actor === null || actor.type === 'operator' ? null : actor.id;
}

/** The network of the client; null if it is not known. */
export function originNetwork(): string | null {
  return currentOrigin().network;
}
