interface TemporalTls {
  temporalTls: boolean;
  /** PEM texts. */
  temporalTlsCa: Uint8Array | null;
  temporalTlsCert: Uint8Array | null;
  temporalTlsKey: Uint8Array | null;
  /** Empty for the host of the address. */
  temporalTlsServerName: string;
}

export interface ConnectionOptions {
  /** host:port. */
  address: string;
  tls?: {
    serverRootCACertificate?: Uint8Array;
    serverNameOverride?: string;
    clientCertPair?: { crt: Uint8Array; key: Uint8Array };
  };
}

/**
 * How a client or a worker connects to the server that the settings name. Throws where they contradict each other: a
 * connection is never unprotected because one of them was forgotten.
 */
export function connectionOptions(settings: TemporalTls & { temporalAddress: string }): ConnectionOptions {
  const { temporalAddress: address, temporalTlsCa: ca, temporalTlsCert: crt, temporalTlsKey: key } = settings;
  const serverName = settings.temporalTlsServerName;
  if (!settings.temporalTls) {
    if (ca || crt || key || serverName !== '')
      throw new Error('TEMPORAL_TLS must be on where its other settings are given');
    return { address };
  }
  if ((crt === null) !== (key === null)) throw new Error('TEMPORAL_TLS_CERT and TEMPORAL_TLS_KEY go together');
  return {
    address,
    tls: {
      ...(ca && { serverRootCACertificate: ca }),
      ...(serverName !== '' && { serverNameOverride: serverName }),
      ...(crt && key && { clientCertPair: { crt, key } }),
    },
  };
}
