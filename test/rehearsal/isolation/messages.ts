import { randomBytes } from 'node:crypto';
import { credentialPrefixes, mintCredential } from '@evict/credentials';
import { json } from '../support/requests.ts';

let keys = 0;

/** Returns a key that doesn't exist. For every second one, the service has to ask the database. */
export function unknownKey(): string {
  const { secret } = mintCredential(credentialPrefixes.testKey);
  return (keys += 1) % 2 ? secret : secret.slice(0, -1);
}

/** Returns an address that shares no rate limit with another. */
export function newAddress(): string {
  const part = () => randomBytes(2).toString('hex');
  return `2001:db8:${part()}:${part()}::1`;
}

/** Returns this many bytes that are detected as a PDF. */
export const pdfOf = (bytes: number): Buffer => Buffer.concat([Buffer.from('%PDF-1.4\n'), randomBytes(bytes - 9)]);

/** Returns an agent's tool call. It is sent with the headers below. */
export function toolCall(name: string, given: object): Buffer<ArrayBuffer> {
  return Buffer.from(json({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }));
}

export const toolHeaders = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
