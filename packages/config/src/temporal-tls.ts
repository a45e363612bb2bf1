import { readFileSync } from 'node:fs';
import { matching, onOff, type Setting, text } from './settings.ts';

/** TLS for the connection to Temporal. The files are read once, at start. */
export const temporalTls = {
  /** Null if unset. TLS is then on if any of the other settings is given. */
  temporalTls: onOffOrUnset('TEMPORAL_TLS'),
  /** Authorities for the server's certificate. By default, those that Node trusts. */
  temporalTlsCa: pemFile('TEMPORAL_TLS_CA'),
  /** The client certificate, for servers that require one. */
  temporalTlsCert: pemFile('TEMPORAL_TLS_CERT'),
  temporalTlsKey: pemFile('TEMPORAL_TLS_KEY'),
  /** The name in the server's certificate, if it differs from the host. */
  temporalTlsServerName: text('TEMPORAL_TLS_SERVER_NAME', ''),
  /** An API key for Temporal Cloud, or for any server that authenticates clients by a token in a header. */
  temporalApiKey: { ...matching('TEMPORAL_API_KEY', /^[!-~]*$/, 'a key without spaces'), fallback: '', secret: true },
};

function onOffOrUnset(variable: string): Setting<boolean | null> {
  const { parse, ...setting } = onOff(variable);
  return { ...setting, parse: (value) => (value === '' ? null : parse(value)), fallback: '' };
}

/** The contents of the PEM file at a path. Null if the path is empty. */
export function pemFile(variable: string): Setting<Uint8Array | null> {
  const parse = (path: string) => {
    if (path === '') return null;
    const content = readOrNothing(path);
    return content?.includes('-----BEGIN ') ? content : undefined;
  };
  return { variable, mustBe: 'the path of a readable PEM file', parse, fallback: '' };
}

function readOrNothing(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
