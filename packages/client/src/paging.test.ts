import { expect, test } from 'vitest';
import { Paged, type Page } from './paging.ts';

/** A feed that grows: at each call one more of these lists has been added to it. */
function feed(...additions: string[][]) {
  const asked: (string | undefined)[] = [];
  const all: string[] = [];
  const load = async (cursor: string | undefined): Promise<Page<string>> => {
    all.push(...(additions[asked.length] ?? []));
    asked.push(cursor);
    const items = all.slice(Number(cursor ?? 0));
    return { items, nextCursor: String(all.length) };
  };
  return { load, asked };
}

test('a feed whose cursor is never null ends at an empty page', async () => {
  const { load, asked } = feed(['a', 'b'], ['c']);
  const items: string[] = [];
  const paged = new Paged({ cursor: undefined, load, endless: true, followEveryMs: undefined, signal: undefined });
  for await (const item of paged) items.push(item);
  expect(items).toEqual(['a', 'b', 'c']);
  expect(asked).toEqual([undefined, '2', '3']);
});

test('a feed that is followed goes on after an empty page, until it is aborted', async () => {
  const { load, asked } = feed(['a'], [], [], ['b']);
  const enough = new AbortController();
  const items: string[] = [];
  const following = async () => {
    for await (const item of new Paged({
      cursor: undefined,
      load,
      endless: true,
      followEveryMs: 1,
      signal: enough.signal,
    })) {
      items.push(item);
      if (item === 'b') enough.abort(new Error('enough'));
    }
  };
  await expect(following()).rejects.toThrow('enough');
  expect(items).toEqual(['a', 'b']);
  expect(asked.slice(0, 4)).toEqual([undefined, '1', '1', '1']);
});

test('a page has the cursor with which another program continues', async () => {
  const { load } = feed(['a'], ['b']);
  for await (const { nextCursor } of new Paged({
    cursor: undefined,
    endless: true,
    load,
    followEveryMs: undefined,
    signal: undefined,
  }).pages()) {
    expect(nextCursor).toBe('1');
    break;
  }
});
