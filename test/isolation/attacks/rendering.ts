import type { Attack, AttackGroup } from './attack.ts';
import { once } from '../attacker/requests.ts';
import { largestFacts, largestLiveFacts } from './large-facts.ts';
import { liveMode } from './live.ts';

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

const liveSubmits: Attack[] = Object.entries(patterns).map(([name, pattern]) => ({
  name: `live submits with memos of ${name}`,
  about: `${cases} cases of 1,000 ledger entries, four at once`,

  async prepare({ createDrafts, request, session }) {
    const ids = await createDrafts(cases, largestLiveFacts(pattern), { credential: session, headers: liveMode });
    const all = ids.map((id) =>
      request('POST', `/v1/cases/${id}/submit`, { credential: session, headers: { 'X-Service-Mode': 'live' } }),
    );
    return [{ connections: 4, next: once(all) }];
  },
}));

export const rendering: AttackGroup = {
  bound: 'rendering',
  attacks: [
    ...liveSubmits,
    {
      name: 'test cases with the most text',
      about: '30 of them, submitted and advanced by six connections',
      async prepare({ createDrafts, request }) {
        const ids = await createDrafts(30, largestFacts('Überschuß façade '));
        const all = ids.flatMap((id) => [
          request('POST', `/v1/cases/${id}/submit`),
          request('POST', `/v1/cases/${id}/advance`),
        ]);
        return [{ connections: 6, next: once(all) }];
      },
    },
  ],
};
