import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  ErrorCode,
  isInitializeRequest,
  isJSONRPCRequest,
  JSONRPCMessageSchema,
} from '@modelcontextprotocol/sdk/types.js';

/** The maximum size of an agent's message, and of the answer, in bytes. */
export const maxMessageBytes = 1024 * 1024;

/** The response to a POST. */
export interface Reply {
  status: number;
  /** JSON, or an empty string if only notifications were sent. */
  text: string;
}

export interface Exchange {
  /** The protocol version that the client sent, or an empty string. */
  version: string;
  /** Creates the server that answers one message. */
  newServer: () => Server;
  /** Counts the messages after the first one against the caller's rate. */
  count: (messages: number) => Promise<void>;
  /** Lets other requests run between two messages of a batch. Throws if the client has disconnected. */
  takeTurns: () => Promise<void>;
}

/** The maximum number of messages in a batch. */
export const maxBatch = 20;

/**
 * Answers the body of a POST: one message, or a batch, which protocol version 2025-03-26 allows. The messages of a
 * batch are answered one after the other, so a batch takes up no more of the service at a time than a single message.
 */
export async function replyTo(sent: unknown, exchange: Exchange): Promise<Reply> {
  if (!Array.isArray(sent)) return replyToOne(sent, exchange);
  const refusal = batchRefusal(sent, exchange.version);
  if (refusal !== null) return { status: 400, text: errorText(refusal) };
  await exchange.count(sent.length - 1);
  const texts: string[] = [];
  let length = 0;
  for (const [index, message] of sent.entries()) {
    if (index > 0) await exchange.takeTurns();
    const text = length > maxMessageBytes ? tooLong(message) : await replyToMember(message, exchange);
    length += text.length;
    if (text !== '') texts.push(text);
  }
  return texts.length === 0 ? { status: 202, text: '' } : { status: 200, text: `[${texts.join(',')}]` };
}

/** Returns why the whole batch is refused, or null if it is accepted. */
function batchRefusal(sent: readonly unknown[], version: string): string | null {
  if (version !== '' && version !== versionWithBatches)
    return `Send one message per request: only protocol version ${versionWithBatches} supports batches.`;
  if (sent.length === 0) return 'The batch is empty.';
  if (sent.length > maxBatch) return `A batch holds at most ${maxBatch} messages.`;
  return sent.some((message) => isInitializeRequest(message)) ? 'Send `initialize` by itself.' : null;
}

/** The only version with batches. It is also assumed if the client doesn't send one. */
const versionWithBatches = '2025-03-26';

async function replyToMember(message: unknown, exchange: Exchange): Promise<string> {
  if (!JSONRPCMessageSchema.safeParse(message).success) return errorText('This is not a JSON-RPC 2.0 message.');
  return (await replyToOne(message, exchange)).text;
}

/** Returns the answer to a message in a batch whose response has no room left. The message isn't processed. */
function tooLong(message: unknown): string {
  if (!isJSONRPCRequest(message)) return '';
  return errorText(
    'The answers to the messages before this one are too long. Send this message again by itself.',
    message.id,
  );
}

async function replyToOne(message: unknown, { version, newServer }: Exchange): Promise<Reply> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = newServer();
  await server.connect(transport);
  try {
    const request = new Request('http://customer-gateway/mcp', { method: 'POST', headers: headersOf(version) });
    const response = await transport.handleRequest(request, { parsedBody: message });
    return { status: response.status, text: await response.text() };
  } finally {
    await server.close();
  }
}

/** The transport requires that a client accepts both types, although it only answers with JSON. */
function headersOf(version: string): Record<string, string> {
  const types = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
  return version === '' ? types : { ...types, 'mcp-protocol-version': version };
}

function errorText(message: string, id: string | number | null = null): string {
  return JSON.stringify({ jsonrpc: '2.0', error: { code: ErrorCode.InvalidRequest, message }, id });
}
