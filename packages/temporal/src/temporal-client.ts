import { tracingPlugins } from '@evict/telemetry';
import { Client, type ConnectionLike } from '@temporalio/client';
import { dataConverterOf, type PayloadKeys } from './payload-codec.ts';
import { sendRequestId } from './request-id.ts';

interface ClientSettings {
  connection: ConnectionLike;
  namespace: string;
  payloadKeys: PayloadKeys;
}

/** The client of a process: its commands say for which request they are sent, and are traced where tracing is on. */
export function createClient({ payloadKeys, ...server }: ClientSettings): Client {
  return new Client({
    ...server,
    dataConverter: dataConverterOf(payloadKeys),
    interceptors: { workflow: [sendRequestId] },
    plugins: tracingPlugins(),
  });
}
