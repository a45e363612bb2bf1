import type { Issue } from '@evict/contract';
import { UnreadablePayloadError } from '@evict/temporal/payload-codec';
import type { Payload, PayloadCodec } from '@temporalio/common';

interface Decoded {
  /** As JSON, in the order of the request. */
  payloads: (object | null)[];
  /** Faults of the request; if there are any, the payloads are not usable. */
  issues: Issue[];
}

/** Decodes the JSON form of Temporal's message `Payloads`. Lists every payload that is malformed or undecodable. */
export function createDecoder(codec: PayloadCodec): (body: unknown) => Promise<Decoded> {
  return async (body) => {
    const list = isObject(body) ? body['payloads'] : undefined;
    if (!Array.isArray(list) || list.length > maxPayloads) {
      return { payloads: [], issues: [malformed('payloads', `Must be a list of ${maxPayloads} payloads at most.`)] };
    }
    const issues: Issue[] = [];
    const payloads: (object | null)[] = [];
    for (const [index, json] of list.entries()) {
      const path = `payloads[${index}]`;
      const payload = readPayload(json);
      if (payload) payloads.push(await decodeOne(payload, path));
      else issues.push(malformed(path, 'Must have its metadata and its data in base64.'));
    }
    return { payloads, issues };

    async function decodeOne(payload: Payload, path: string): Promise<object | null> {
      try {
        const [decoded = payload] = await codec.decode([payload]);
        return writePayload(decoded);
      } catch (error) {
        if (!(error instanceof UnreadablePayloadError)) throw error;
        issues.push({ path, code: 'undecodable', message: `It cannot be decoded: ${error.message}.` });
        return null;
      }
    }
  };
}

/** More than one history has; bounds the number of faults in a response. */
const maxPayloads = 10_000;

function malformed(path: string, message: string): Issue {
  return { path, code: 'malformed', message };
}

/** Undefined for a malformed payload. */
function readPayload(json: unknown): Payload | undefined {
  if (!isObject(json)) return undefined;
  const { metadata: fields, data: text } = json;
  const entries = isObject(fields ?? {}) ? Object.entries(fields ?? {}) : undefined;
  const metadata = entries?.map(([name, value]) => [name, readBytes(value)] as const);
  const data = readBytes(text ?? '');
  if (!metadata || !data || metadata.some(([, value]) => !value)) return undefined;
  return { metadata: Object.fromEntries(metadata) as Record<string, Buffer>, data };
}

/** Empty fields are omitted, as Temporal does. */
function writePayload({ metadata, data }: Payload): object {
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const fields = Object.entries(metadata ?? {}).map(([name, value]) => [name, text(value)]);
  return { metadata: Object.fromEntries(fields), ...(data?.length && { data: text(data) }) };
}

/** Base64 in either alphabet, padded or not: the JSON form of bytes in protocol buffers. */
function readBytes(value: unknown): Buffer | undefined {
  if (typeof value !== 'string' || !/^[\w+/-]*={0,2}$/.test(value)) return undefined;
  const bare = value.replace(/=+$/, '');
  return bare.length % 4 === 1 ? undefined : Buffer.from(bare, 'base64');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
