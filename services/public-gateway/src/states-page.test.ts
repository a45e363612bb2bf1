import { expect, test } from 'vitest';
import { statePage } from './states-page.ts';

test('no text of a fact becomes markup', () => {
  const hostile = '"><img src=x onerror=alert(1)>';
  const html = statePage({
    code: 'AL',
    name: hostile,
    summary: hostile,
    notice: hostile,
    facts: [
      {
        topic: 'notice',
        ground: 'nonpayment',
        text: hostile,
        value: hostile,
        citation: hostile,
        url: `https://www.example.com/${hostile}`,
        quote: hostile,
        asOf: '2026',
        checkedOn: '2026-11-26',
        checkedBy: hostile,
      },
    ],
  });
  expect(html).not.toContain('<img');
  expect(html.match(/&lt;img/g)?.length).toBeGreaterThanOrEqual(9);
});
