import { type CaseFacts, judgeDraft } from '@evict/case-model';
import { type Attacks, stepsOf, withEach } from './attack.ts';
import { fill, largestFacts } from './largest-facts.ts';

const LATIN = 'Überschuß façade ';

/** Strings that are, or used to be, expensive to shape. */
const patterns: Record<string, string> = {
  'three scripts in turn': 'a漢ش',
  'Indic syllables': 'क्षत्रिय ज्ञानेश्वर ',
  'combining marks': 'a\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307',
  'both directions': 'abc אבג 123 دهو ',
  'joined emoji': '👩‍👩‍👧‍👦',
  'words without spaces': 'W',
  'Latin words': LATIN,
};

/** Returns facts of a live case with the longest ledger that still passes the gates. */
function mostPrinted(facts: CaseFacts, filenames: readonly string[] = []): CaseFacts {
  const { ledger = [] } = facts;
  const uploads = filenames.map((filename) => ({ purpose: 'other' as const, filename }));
  for (let entries = ledger.length; entries > 0; entries -= 20) {
    const fewer = { ...facts, ledger: ledger.slice(0, entries), amountOwedCents: 100 * entries };
    const { results } = judgeDraft({ mode: 'live', facts: fewer, uploads }, Date.now());
    if (results.every(({ status }) => status !== 'fail')) return fewer;
  }
  throw new Error('no ledger of these facts can be printed');
}

/** Returns a function that makes strings of the given length. Each uses a different pattern than the one before it. */
function hostileTexts(): (length: number) => string {
  const all = Object.values(patterns);
  let made = 0;
  return (length) => fill(all[made++ % all.length] ?? '', length).trim();
}

/** Returns facts of a live case in which every string is hostile. */
function hostileFacts(): CaseFacts {
  const text = hostileTexts();
  const { property, parties, ledger = [], ...facts } = largestFacts('', { isLive: true });
  return {
    ...facts,
    property: { ...property, line1: text(200), unit: text(50), county: text(100) },
    parties: [...parties, ...Array.from({ length: 18 }, () => ({ role: 'defendant' as const, name: text(200) }))],
    ledger: ledger.map((entry) => ({ ...entry, memo: text(500) })),
    freeText: text(5000),
  };
}

export const rendering: Attacks = {
  'live submits of hostile case summaries': async (attacker) => {
    const { live: sender, createDrafts, upload } = attacker;
    const text = hostileTexts();
    const filenames = Array.from({ length: 20 }, () => `${text(200)}.pdf`);
    const ids = await createDrafts(12, mostPrinted(hostileFacts(), filenames), sender);
    for (const id of ids) {
      for (const filename of filenames) await upload(id, Buffer.from('%PDF-1.4'), sender, filename);
    }
    return stepsOf(attacker, ids, 4, { sender });
  },
  ...withEach(patterns, 'live submits with memos of', (pattern) => async (attacker) => {
    const { live: sender } = attacker;
    const ids = await attacker.createDrafts(12, mostPrinted(largestFacts(pattern, { isLive: true })), sender);
    return stepsOf(attacker, ids, 4, { sender });
  }),
  'test cases with the most text, submitted and advanced': async (attacker) =>
    stepsOf(attacker, await attacker.createDrafts(30, largestFacts(LATIN)), 6, { steps: ['submit', 'advance'] }),
};
