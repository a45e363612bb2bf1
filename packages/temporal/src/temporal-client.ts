import { tracingPlugins } from '@evict/telemetry';
import { Client, type ConnectionLike } from '@temporalio/client';

interface ClientSettings {
  connection: ConnectionLike;
  namespace: string;
}

/** Creates a Temporal client. It records traces if tracing is on. */
export function createClient(server: ClientSettings): Client {
  return new Client({
    ...server,
    plugins: tracingPlugins(),
  });
}
