import { ApiError, type Route, routes } from '@evict/contract';
import type { Gateway } from '@evict/http';
import { statePage, statesPage, statesRoot } from '../states-page.ts';
import { type StateRecord, stateOn, states } from '../states.ts';
import { cachedForMinutes, htmlType, page, scriptlessPolicy } from './page-file.ts';

const html = { contentType: htmlType, headers: { ...cachedForMinutes, 'Content-Security-Policy': scriptlessPolicy } };

/** Serves the facts about state law: as data, and as the pages `/states` and `/states/<name>`. */
export function stateRoutes(gateway: Pick<Gateway, 'route'>): void {
  // Computed for each request, because a fact's status depends on the date.
  const shownOf = (record: StateRecord) => stateOn(record, new Date().toISOString().slice(0, 10));
  const find = (key: 'code' | 'slug', value: string | undefined) => {
    const found = states.find((record) => record[key] === value);
    if (found === undefined) throw new ApiError('not_found');
    return shownOf(found);
  };

  gateway.route(routes.listStates, async () => ({
    status: 200,
    body: {
      items: states.map(shownOf).map(({ code, name, facts }) => ({ code, name, facts: facts.length })),
    },
  }));
  gateway.route(routes.getState, async ({ params: { code } }) => ({
    status: 200,
    body: find('code', code.toUpperCase()),
  }));
  gateway.route({ ...page, path: statesRoot } satisfies Route, async () => {
    const shown = states.map((record) => ({ slug: record.slug, ...shownOf(record) }));
    return { status: 200, bytes: Buffer.from(statesPage(shown)), ...html };
  });
  gateway.route({ ...page, path: `${statesRoot}/{name}` } satisfies Route, async ({ params }) => {
    const { name } = params as { name?: string };
    return { status: 200, bytes: Buffer.from(statePage(find('slug', name))), ...html };
  });
}
