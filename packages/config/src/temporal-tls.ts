import { readFileSync } from 'node:fs';
import { onOff, type Setting, text } from './settings.ts';

/** How the connection to Temporal is protected. The files are read once, at start. */
export const temporalTls = {
  temporalTls: onOff('TEMPORAL_TLS', 'off'),
  /** Of the authorities that the server's certificate may come from; none: those that Node trusts. */
  temporalTlsCa: pemFile('TEMPORAL_TLS_CA'),
  /** What this process shows of itself, where the server asks for it. */
  temporalTlsCert: pemFile('TEMPORAL_TLS_CERT'),
  temporalTlsKey: pemFile('TEMPORAL_TLS_KEY'),
  /** The name in the server's certificate, where it is not the host of its address. */
  temporalTlsServerName: text('TEMPORAL_TLS_SERVER_NAME', ''),
};

/** What the named file holds; null for no file. */
function pemFile(variable: string): Setting<Uint8Array | null> {
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
