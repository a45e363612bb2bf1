import { tracingPlugins } from '@evict/telemetry';
import { Client, type ConnectionLike } from '@temporalio/client';

interface ClientSettings {
  connection: ConnectionLike;
  namespace: string;
}

/** The client of a process, traced where tracing is on. */
export function createClient(server: ClientSettings): Client {
  return new Client({
    ...server,
    plugins: tracingPlugins(),
  });
}
