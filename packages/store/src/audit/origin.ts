import { AsyncLocalStorage } from 'node:async_hooks';

/** Who acts, and from which network. */
export interface Origin {
  /** Null if the request isn't authenticated. A change is then attributed to the user it concerns. */
  actor: { type: 'user' | 'api_key' | 'attorney' | 'operator'; id: string } | null;
  /** The id of the session, API key or token. */
  credentialId: string | null;
  /** The client's network, as a /24 or /48. */
  network: string | null;
}

const origins = new AsyncLocalStorage<Origin>();

/** Runs `work` and attributes its changes to this origin in the audit log. */
export function withOrigin<T>(origin: Origin, work: () => T): T {
  return origins.run(origin, work);
}

/** Returns the origin of the current request. In the workers every field is null. */
export function currentOrigin(): Origin {
  return origins.getStore() ?? { actor: null, credentialId: null, network: null };
}

/**
 * Returns the author to record for a message or document. Null in the workers, and for operators, whom customers don't
 * see as authors.
 */
export function currentAuthorId(): string | null {
  const { actor } = currentOrigin();
  return actor === null || actor.type === 'operator' ? null : actor.id;
}

/** Returns the client's network, or null if it is unknown. */
export function originNetwork(): string | null {
  return currentOrigin().network;
}
