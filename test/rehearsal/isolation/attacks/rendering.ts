import { type Attacks, stepsOf, withEach } from './attack.ts';
import { largestFacts } from './largest-facts.ts';

const LATIN = 'Überschuß façade ';

/** Text that is or was costly to shape. */
const patterns: Record<string, string> = {
  'three scripts in turn': 'a漢ش',
  'Indic syllables': 'क्षत्रिय ज्ञानेश्वर ',
  'combining marks': 'a\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307',
  'both directions': 'abc אבג 123 دهو ',
  'joined emoji': '👩‍👩‍👧‍👦',
  'words without spaces': 'W',
  'Latin words': LATIN,
};

export const rendering: Attacks = {
  ...withEach(patterns, 'live submits with memos of', (pattern) => async (attacker) => {
    const { live: sender } = attacker;
    const ids = await attacker.createDrafts(12, largestFacts(pattern, { isLive: true }), sender);
    return stepsOf(attacker, ids, 4, { sender });
  }),
  'test cases with the most text, submitted and advanced': async (attacker) =>
    stepsOf(attacker, await attacker.createDrafts(30, largestFacts(LATIN)), 6, { steps: ['submit', 'advance'] }),
};
