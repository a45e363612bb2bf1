import { tracingPlugins } from '@evict/telemetry';
import { Client, type ConnectionLike } from '@temporalio/client';
import { sendRequestId } from './request-id.ts';

/** The client of a process: its commands say for which request they are sent, and are traced where tracing is on. */
export function createClient(server: { connection: ConnectionLike; namespace: string }): Client {
  return new Client({ ...server, interceptors: { workflow: [sendRequestId] }, plugins: tracingPlugins() });
}
