import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common';
import proto from '@temporalio/proto';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

/** What payloads are encrypted with: secrets, newest first. `plain` in front reads what they encrypted and adds none. */
export type PayloadKeys = readonly string[];

/** For every client and worker of a process; without keys what Temporal stores stays as it is. */
export function dataConverterOf(keys: PayloadKeys): DataConverter {
  return keys.length === 0 ? {} : { payloadCodecs: [createPayloadCodec(keys)] };
}

/** A payload that cannot be decrypted. The message gives the reason, and reveals nothing of payload or key. */
export class UnreadablePayloadError extends Error {
  override readonly name = 'UnreadablePayloadError';
}

/**
 * Encrypts every payload with the newest key, AES-256-GCM: nonce, tag, ciphertext. Which key it was stands beside it.
 * What was not encrypted passes through. Reading throws for what was altered, and where the key is not there.
 */
export function createPayloadCodec(keys: PayloadKeys): PayloadCodec {
  const derived = keys.filter((secret) => secret !== plain).map(deriveKey);
  const byId = new Map(derived.map((key) => [key.id, key]));
  const newest = keys[0] === plain ? undefined : derived[0];
  return {
    encode: async (payloads) => (newest ? payloads.map((payload) => encrypt(payload, newest)) : payloads),
    decode: async (payloads) =>
      payloads.map((payload) => {
        if (textOf(payload, 'encoding') !== encoding) return payload;
        const keyId = textOf(payload, keyIdField);
        const key = byId.get(keyId);
        if (!key) throw new UnreadablePayloadError(`there is no payload key ${JSON.stringify(keyId)}`);
        return decrypt(payload, key);
      }),
  };
}

interface Key {
  id: string;
  secret: Buffer;
}

const plain = 'plain';
const encoding = 'binary/encrypted';
const keyIdField = 'encryption-key-id';
const nonceBytes = 12;
const tagBytes = 16;

/** Derived like the key; identifies the key without revealing it. */
function deriveKey(secret: string): Key {
  const derive = (name: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', name, bytes));
  return { id: derive('temporal payload key id', 6).toString('hex'), secret: derive('temporal payloads', 32) };
}

function encrypt(payload: Payload, { id, secret }: Key): Payload {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(id));
  const ciphertext = Buffer.concat([cipher.update(PayloadMessage.encode(payload).finish()), cipher.final()]);
  return {
    metadata: { encoding: Buffer.from(encoding), [keyIdField]: Buffer.from(id) },
    data: Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]),
  };
}

function decrypt({ data }: Payload, { id, secret }: Key): Payload {
  const sealed = data ?? new Uint8Array();
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(id))
      .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
    const ciphertext = sealed.subarray(nonceBytes + tagBytes);
    return PayloadMessage.decode(Buffer.concat([decipher.update(ciphertext), decipher.final()]));
  } catch {
    throw new UnreadablePayloadError('a payload was altered');
  }
}

function textOf({ metadata }: Payload, field: string): string {
  const value = metadata?.[field];
  return value ? Buffer.from(value).toString() : '';
}
