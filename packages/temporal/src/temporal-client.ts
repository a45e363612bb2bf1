import { tracingPlugins } from '@evict/telemetry';
import { Client, type ConnectionLike } from '@temporalio/client';
import { sendRequestId } from './request-id.ts';

interface ClientSettings {
  connection: ConnectionLike;
  namespace: string;
}

/** The client of a process: its commands say for which request they are sent, and are traced where tracing is on. */
export function createClient(server: ClientSettings): Client {
  return new Client({
    ...server,
    interceptors: { workflow: [sendRequestId] },
    plugins: tracingPlugins(),
  });
}
