import { shortNetwork } from '@evict/http/client-address';

/** One connection of a mail server. */
export interface Session {
  readonly network: string;
  unknownAddresses: number;
  messages: number;
  /** A message is being taken: it is not cut, unless it comes too slowly. */
  isBusy: boolean;
  /** It ends once it is not busy. */
  isOver: boolean;
}

/** Of one network, at once. */
const maxOfNetwork = 20;

/** The open connections: few of each network, and each for a while. */
export function createSessions({ maxMs, cut }: { maxMs: number; cut: (id: string) => void }) {
  const open = new Map<string, Session & { timer: NodeJS.Timeout }>();

  return {
    /** Null if its network has as many as it may. */
    open(id: string, remoteAddress: string): Session | null {
      const network = shortNetwork(remoteAddress);
      if ([...open.values()].filter((one) => one.network === network).length >= maxOfNetwork) return null;
      const timer = setTimeout(() => this.end(id), maxMs);
      const session = { network, unknownAddresses: 0, messages: 0, isBusy: false, isOver: false, timer };
      open.set(id, session);
      return session;
    },
    get: (id: string): Session | undefined => open.get(id),
    /** Ends one, after its message and the answer to it. */
    end(id: string): void {
      const session = open.get(id);
      if (!session) return;
      session.isOver = true;
      if (!session.isBusy) setImmediate(cut, id);
    },
    close(id: string): void {
      clearTimeout(open.get(id)?.timer);
      open.delete(id);
    },
  };
}
