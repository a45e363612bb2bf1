import { printLimits } from '../printable/index.ts';
import { describe, expect, it } from 'vitest';
import type { CaseFacts } from '../facts.ts';
import { buildFacts, buildInput, charge, liveInput, resultOf } from '../../test/drafts.ts';
import { evaluateGates } from './evaluate.ts';

const facts = buildFacts('nonpayment');
const named = (name: string): CaseFacts => ({ ...facts, parties: [...facts.parties, { role: 'defendant', name }] });

describe('printable_text', () => {
  it.each(['José Ångström', 'Nguyễn Văn Đức', 'Ελένη Παπαδοπούλου', 'Юлия Щербакова', 'Łukasz Żółć', 'Line\nbreak'])(
    "isn't listed for the name %j, which can be printed",
    (name) => {
      expect(resultOf('printable_text', buildInput(named(name)))).toBeUndefined();
    },
  );

  it("is listed last, and its reason names the field and the characters that can't be printed", () => {
    const { passed, results } = evaluateGates(buildInput(named('王小明 Wang')));
    expect(passed).toBe(false);
    expect(results.at(-1)).toEqual({
      gate: 'printable_text',
      status: 'fail',
      reason: 'The documents cannot print these characters: parties[2].name: 王 (U+738B), 小 (U+5C0F), 明 (U+660E).',
    });
  });

  const bad = '\u202Ex';
  it.each<[string, CaseFacts]>([
    ['property.line1', { ...facts, property: { ...facts.property, line1: bad } }],
    ['property.unit', { ...facts, property: { ...facts.property, unit: bad } }],
    ['property.city', { ...facts, property: { ...facts.property, city: bad } }],
    ['property.county', { ...facts, property: { ...facts.property, county: bad } }],
    ['property.ownerOfRecord', { ...facts, property: { ...facts.property, ownerOfRecord: bad } }],
    ['parties[0].name', { ...facts, parties: [{ role: 'defendant', name: bad }] }],
    ['ledger[1].memo', { ...facts, ledger: [charge('2026-06-01', 1), charge('2026-06-01', 1, bad)] }],
    ['violation.description', { ...facts, violation: { description: bad, date: '2026-06-01' } }],
  ])('checks %s, and names an invisible character by its code point', (path, changed) => {
    expect(resultOf('printable_text', buildInput(changed))?.reason).toBe(
      `The documents cannot print these characters: ${path}: U+202E.`,
    );
  });

  it("ignores text that isn't printed", () => {
    expect(resultOf('printable_text', buildInput({ ...facts, freeText: bad }))).toBeUndefined();
  });

  it('checks characters only for cases in the sandbox', () => {
    const elsewhere = { ...named('王'), property: { ...facts.property, state: 'MD' } };
    expect(resultOf('printable_text', liveInput(named('王')))).toBeUndefined();
    expect(resultOf('printable_text', buildInput(elsewhere))).toBeUndefined();
  });

  const memos = (count: number, memo: string): CaseFacts => ({
    ...facts,
    ledger: Array.from({ length: count }, () => charge('2026-06-01', 1, memo)),
  });

  it('fails in either mode for a case with too many lines to print, and names the largest field', () => {
    const tooMany = memos(1000, 'a\n'.repeat(100));
    for (const input of [buildInput(tooMany), liveInput(tooMany)]) {
      expect(resultOf('printable_text', input)?.reason).toMatch(
        /^The text to print takes about 1010\d\d lines, and the limit is 45000\. Shorten ledger\[\]\.memo\.$/,
      );
    }
  });

  it('fails for a live case whose text switches between scripts too often', () => {
    expect(resultOf('printable_text', liveInput(memos(1000, 'a漢ش'.repeat(166))))?.reason).toMatch(
      /^The text to print switches between scripts about 4980\d\d times, and the limit is 250000\. Shorten ledger\[\]\.memo\.$/,
    );
  });

  it('counts the file names of uploads toward the limit', () => {
    const filenames = Array.from({ length: 5000 }, () => `${'x'.repeat(200)}.pdf`);
    expect(resultOf('printable_text', liveInput(facts, { filenames }))?.reason).toContain('documents[].filename');
    expect(resultOf('printable_text', liveInput(facts, { filenames: filenames.slice(0, 1000) }))).toBeUndefined();
  });

  it('passes with exactly as many lines as can be printed, and fails with one more', () => {
    // The number of lines in the rest of these facts.
    const others = 10;
    const full = memos(1000, 'a\n'.repeat(44)); // 45 lines each
    const shorter = (lines: number) => {
      const rest = full.ledger?.slice(1) ?? [];
      return { ...full, ledger: [charge('2026-06-01', 1, 'a\n'.repeat(44 - lines)), ...rest] };
    };
    expect(printLimits.lines).toBe(45_000);
    expect(resultOf('printable_text', liveInput(shorter(others)))).toBeUndefined();
    expect(resultOf('printable_text', liveInput(shorter(others - 1)))?.status).toBe('fail');
  });

  it("keeps its reason short if many memos can't be printed", () => {
    const ledger = Array.from({ length: 1000 }, () => charge('2026-06-01', 1, '一二三四五六七八九十百千万'));
    const reason = resultOf('printable_text', buildInput({ ...facts, ledger }))?.reason ?? '';
    expect(reason).toContain('十 (U+5341) and 3 more; ledger[1].memo');
    expect(reason).toMatch(/ and 995 more\.$/);
    expect(reason.length).toBeLessThan(1200);
  });
});
