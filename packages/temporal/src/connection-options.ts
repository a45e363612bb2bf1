import { defaultGrpcRetryOptions, makeGrpcRetryInterceptor } from '@temporalio/client';

interface TemporalTls {
  /** Whether to use TLS. If null, TLS is on when any of the settings below is given. */
  temporalTls: boolean | null;
  /** The authority's certificate, and the client's certificate and key, in PEM format. */
  temporalTlsCa: Uint8Array | null;
  temporalTlsCert: Uint8Array | null;
  temporalTlsKey: Uint8Array | null;
  /** The expected name in the server's certificate. If empty, the host in the server's address is expected. */
  temporalTlsServerName: string;
  /** Empty if the server requires none. */
  temporalApiKey: string;
}

export interface ConnectionOptions {
  /** The server as host:port. */
  address: string;
  tls?: {
    serverRootCACertificate?: Uint8Array;
    serverNameOverride?: string;
    clientCertPair?: { crt: Uint8Array; key: Uint8Array };
  };
  /** The API key, which is sent with every call. */
  apiKey?: string;
  /** Options for clients. A worker's own connection doesn't use them. */
  channelArgs: Record<string, number>;
  interceptors: [Interceptor];
}

type Interceptor = ReturnType<typeof makeGrpcRetryInterceptor>;
const retried = makeGrpcRetryInterceptor(defaultGrpcRetryOptions());

export const channelArgs = {
  // Don't look up the service config in DNS. Without internet access that takes 23 s and keeps the process alive.
  'grpc.service_config_disable_resolution': 1,
  // By default gRPC waits up to two minutes before it reconnects, which is too long after a server restart.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1000,
};

/**
 * Returns the connection options for clients and workers. Throws if the settings contradict each other, so that a
 * forgotten setting never leaves a connection unprotected.
 */
export function connectionOptions(settings: TemporalTls & { temporalAddress: string }): ConnectionOptions {
  const { temporalAddress: address, temporalTlsCa: ca, temporalTlsCert: crt, temporalTlsKey: key } = settings;
  const { temporalTlsServerName: serverName, temporalApiKey: apiKey } = settings;
  const isNeeded = Boolean(ca || crt || key || serverName || apiKey);
  if (settings.temporalTls === false && isNeeded)
    throw new Error('TEMPORAL_TLS must not be off if TEMPORAL_API_KEY or another TEMPORAL_TLS_... variable is set');
  if (!(settings.temporalTls ?? isNeeded)) return { address, channelArgs, interceptors: [retried] };
  if ((crt === null) !== (key === null))
    throw new Error('TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY must be given together');
  return {
    address,
    channelArgs,
    interceptors: [retried],
    ...(apiKey !== '' && { apiKey }),
    tls: {
      ...(ca && { serverRootCACertificate: ca }),
      ...(serverName !== '' && { serverNameOverride: serverName }),
      ...(crt && key && { clientCertPair: { crt, key } }),
    },
  };
}
