import { isIP } from 'node:net';
import { generate } from 'selfsigned';

/** A private key and its certificate, in PEM format. */
export interface KeyAndCertificate {
  key: string;
  cert: string;
}

/** Creates a certificate authority for webhook receivers on this machine. Nothing else trusts it. */
export async function createAuthority(): Promise<KeyAndCertificate> {
  const pems = await generate([{ name: 'commonName', value: 'Eviction Case Service, this machine only' }], {
    ...elliptic,
    notAfterDate: inDays(3650),
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  return { key: pems.private, cert: pems.cert };
}

/** Issues a server certificate, signed by the authority, for one IP address or host name. */
export async function issueCertificate(authority: KeyAndCertificate, host: string): Promise<KeyAndCertificate> {
  const altName = isIP(host) === 0 ? ({ type: 2, value: host } as const) : ({ type: 7, ip: host } as const);
  const pems = await generate([{ name: 'commonName', value: host }], {
    ...elliptic,
    ca: authority,
    notAfterDate: inDays(90),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: [altName] },
    ],
  });
  return { key: pems.private, cert: pems.cert };
}

const elliptic = { keyType: 'ec', algorithm: 'sha256' } as const;

function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}
