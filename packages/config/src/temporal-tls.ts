import { readFileSync } from 'node:fs';
import { matching, onOff, type Setting, text } from './settings.ts';

/** Protection of the connection to Temporal. The files are read once, at start. */
export const temporalTls = {
  /** Null if unset: on as soon as one of the others is given. */
  temporalTls: onOffOrUnset('TEMPORAL_TLS'),
  /** Authorities for the server's certificate; none: those that Node trusts. */
  temporalTlsCa: pemFile('TEMPORAL_TLS_CA'),
  /** The client certificate, if the server requires one. */
  temporalTlsCert: pemFile('TEMPORAL_TLS_CERT'),
  temporalTlsKey: pemFile('TEMPORAL_TLS_KEY'),
  /** The name in the server's certificate, if it differs from the host of the address. */
  temporalTlsServerName: text('TEMPORAL_TLS_SERVER_NAME', ''),
  /** Of Temporal Cloud, or of any server that authenticates its clients by token in a header; empty: none. */
  temporalApiKey: { ...matching('TEMPORAL_API_KEY', /^[!-~]*$/, 'a key without spaces'), fallback: '', secret: true },
};

function onOffOrUnset(variable: string): Setting<boolean | null> {
  const { parse, ...setting } = onOff(variable);
  return { ...setting, parse: (value) => (value === '' ? null : parse(value)), fallback: '' };
}

/** The content of the file; null for an empty path. */
export function pemFile(variable: string): Setting<Uint8Array | null> {
  const parse = (path: string) => {
    if (path === '') return null;
    const content = readOrNothing(path);
    return content?.includes('-----BEGIN ') ? content : undefined;
  };
  return { variable, mustBe: 'the path of a PEM file that can be read', parse, fallback: '' };
}

function readOrNothing(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
