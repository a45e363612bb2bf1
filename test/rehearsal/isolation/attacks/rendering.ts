import { each } from '../../support/requests.ts';
import type { Attacks } from './index.ts';
import { largestFacts } from './largest-facts.ts';

const cases = 12;

/** Text that is or was costly to shape. */
const patterns: Record<string, string> = {
  'three scripts in turn': 'a漢ش',
  'Indic syllables': 'क्षत्रिय ज्ञानेश्वर ',
  'combining marks': 'a\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307',
  'both directions': 'abc אבג 123 دهو ',
  'joined emoji': '👩‍👩‍👧‍👦',
  'words without spaces': 'W',
  'Latin words': 'Überschuß façade ',
};

export const rendering: Attacks = {
  ...Object.fromEntries(
    Object.entries(patterns).map(([name, pattern]): [string, Attacks[string]] => [
      `live submits with memos of ${name}`,
      async ({ createDrafts, request, live: sender }) => {
        const ids = await createDrafts(cases, largestFacts(pattern, { isLive: true }), sender);
        const all = ids.map((id) => request('POST', `/v1/cases/${id}/submit`, { sender }));
        return [{ connections: 4, next: each(all) }];
      },
    ]),
  ),
  'test cases with the most text, submitted and advanced': async ({ createDrafts, request }) => {
    const ids = await createDrafts(30, largestFacts('Überschuß façade '));
    const all = ids.flatMap((id) => ['submit', 'advance'].map((name) => request('POST', `/v1/cases/${id}/${name}`)));
    return [{ connections: 6, next: each(all) }];
  },
};
