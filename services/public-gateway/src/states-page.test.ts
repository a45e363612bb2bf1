import { expect, test } from 'vitest';
import { statePage } from './states-page.ts';

test('the text of a fact never becomes markup', () => {
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
        asOf: '2026-01',
        checkedOn: null,
        status: 'as_of',
      },
    ],
  });
  expect(html).not.toContain('<img');
  expect(html.match(/&lt;img/g)?.length).toBeGreaterThanOrEqual(8);
});

test('each fact has its status in words, and older facts are below a heading of their own', () => {
  const fact = {
    topic: 'court',
    ground: null,
    text: 'The court that hears the case.',
    value: null,
    citation: 'Example Code § 1',
    url: 'https://www.example.com/',
    quote: 'the court hears the case',
    checkedOn: null,
  } as const;
  const html = statePage({
    code: 'AL',
    name: 'Alabama',
    summary: '',
    notice: '',
    facts: [
      { ...fact, asOf: '2026-11', checkedOn: '2026-11-26', status: 'checked' },
      { ...fact, asOf: '2025-06', status: 'as_of' },
      { ...fact, asOf: '2019-05', status: 'older' },
    ],
  });
  const told = ['Checked on Nov 26, 2026', 'As of Jun 2025. Check', '<h2>Older</h2>', 'As of May 2019. Check'];
  const places = told.map((words) => html.indexOf(words));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
});
