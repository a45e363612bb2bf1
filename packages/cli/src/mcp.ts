import { addAbortSignal, type Readable } from 'node:stream';
import type { Send } from './credentials.ts';
import { failureOf } from './failures.ts';
import { json } from './terminal.ts';

/** The maximum length of a message, in UTF-16 code units. The server's own limit is lower. */
const longestLine = 4 * 1024 * 1024;

interface Message {
  jsonrpc?: string;
  id?: string | number;
  method?: string;
  result?: { protocolVersion?: string };
}

interface Bridge {
  /** The server's endpoint for MCP over streamable HTTP. */
  endpoint: string;
  send: Send;
  input: Readable;
  print: (line: string) => Promise<void>;
  signal: AbortSignal;
}

/**
 * Forwards an assistant's messages from `input` to the server and prints the responses, until the input ends. The
 * server defines the tools. If the server doesn't respond to a message, prints an error response instead.
 */
export async function bridge({ endpoint, send, input, print, signal }: Bridge): Promise<void> {
  const running = new Set<Promise<void>>();
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  for await (const line of linesOf(addAbortSignal(signal, input))) {
    const message = parsed(line);
    const passed = (message ? pass(line, message) : fail(null, -32700, 'Invalid JSON-RPC message.')).finally(() =>
      running.delete(passed),
    );
    running.add(passed);
    // Later messages have to carry the protocol version from this response.
    if (message?.method === 'initialize') await passed;
  }
  await Promise.all(running);

  async function pass(line: string, { id, method }: Message): Promise<void> {
    try {
      const response = await send(
        new Request(endpoint, { method: 'POST', body: line, redirect: 'manual', headers, signal }),
      );
      const answer = parsed(await response.text());
      const version = method === 'initialize' ? answer?.result?.protocolVersion : undefined;
      if (version !== undefined) headers.set('mcp-protocol-version', version);
      if (answer?.jsonrpc === '2.0') return await print(json(answer));
      const isSignedOut = response.status === 401;
      await fail(
        id,
        -32000,
        isSignedOut ? 'You are not signed in. Run: eviction-case login' : `HTTP ${response.status}`,
      );
    } catch (error) {
      if (!signal.aborted) await fail(id, -32000, failureOf(error).message);
    }
  }

  /** Prints an error response to a message. A notification doesn't get a response. */
  async function fail(id: string | number | null | undefined, code: number, message: string): Promise<void> {
    if (id !== undefined) await print(json({ jsonrpc: '2.0', id, error: { code, message } }));
  }
}

/**
 * Splits UTF-8 text into lines. Only a line feed ends a line, because JSON may contain the other line separators. A
 * line that is too long is cut off, so it isn't valid JSON anymore.
 */
async function* linesOf(input: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let line = '';
  for await (const chunk of input) {
    const [end = '', ...next] = decoder.decode(chunk as Buffer, { stream: true }).split('\n');
    if (line.length < longestLine) line += end;
    for (const start of next) {
      yield line;
      line = start;
    }
  }
  line += decoder.decode();
  if (line !== '') yield line;
}

/** Parses a JSON object. Returns null if the text is anything else. */
function parsed(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
