import { type Route, type RouteAnswer, type RouteBody, routes } from '@evict/contract';

/** What the API answered instead of what was asked for. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

interface Input<R extends Route> {
  params?: { readonly [K in keyof R['params']]: string };
  body?: RouteBody<R>;
}

/** A customer of the API: it knows the public interface and nothing else. */
export class Client {
  readonly #api: string;
  readonly #credential: string | null;

  /** Without a credential only the public endpoints answer. */
  constructor(api: string, credential: string | null = null) {
    this.#api = api;
    this.#credential = credential;
  }

  /** The JSON that the operation answers. Throws Refusal. */
  async call<const R extends Route>(route: R, input: Input<R> = {}): Promise<RouteAnswer<R>> {
    const response = await this.#send(route, input);
    return (await response.json()) as RouteAnswer<R>;
  }

  /** The bytes of a document. Throws Refusal. */
  async download(caseId: string, documentId: string): Promise<Uint8Array> {
    const response = await this.#send(routes.downloadDocument, { params: { id: caseId, docId: documentId } });
    return new Uint8Array(await response.arrayBuffer());
  }

  async #send<R extends Route>(route: R, { params, body }: Input<R>): Promise<Response> {
    const given: Readonly<Record<string, string>> = params ?? {};
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''));
    const response = await fetch(`${this.#api}${path}`, {
      method: route.method,
      headers: {
        ...(this.#credential !== null && { Authorization: `Bearer ${this.#credential}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.status === route.success.status) return response;
    throw new Refusal(`${route.method} ${path}: ${response.status} ${explain(await response.text())}`);
  }
}

/** Code, message and details of an error answer; the whole answer where it is none. */
function explain(answer: string): string {
  try {
    const { error } = JSON.parse(answer) as { error: { code: string; message: string; details: unknown } };
    const details = error.details === null ? '' : ` ${JSON.stringify(error.details)}`;
    return `${error.code}: ${error.message}${details}`;
  } catch {
    return answer;
  }
}
