import type { StateFact, StateFacts } from '@evict/contract';
import { factWords, type Ground, olderHeading, topicNames } from '@evict/jurisdictions';
import { escaped } from './site/html.ts';
import { sitePage } from './site/layout.ts';
import type { StateRecord } from './states.ts';

export const statesRoot = '/states';

const groundNames: Readonly<Record<Ground, string>> = {
  nonpayment: 'Nonpayment of rent',
  lease_violation: 'Violation of the lease',
  holdover: 'Holdover',
};

/** Renders the list of states, with the number of facts that are shown for each. */
export function statesPage(states: readonly (Pick<StateRecord, 'slug'> & StateFacts)[]): string {
  const [notice] = states.map((state) => state.notice);
  const items = states.map(
    ({ slug, name, facts }) => `<li><a href="${statesRoot}/${slug}">${escaped(name)}</a> (${facts.length})</li>`,
  );
  return page('Facts by state', [
    `<p>${escaped(notice ?? '')}</p>`,
    '<p>The number after each state says how many facts are shown.</p>',
    `<ul>${items.join('')}</ul>`,
  ]);
}

/** Renders the facts of one state, each with its source. */
export function statePage({ name, summary, notice, facts }: StateFacts): string {
  const older = facts.filter(({ status }) => status === 'older');
  return page(name, [
    `<p><strong>${escaped(notice)}</strong></p>`,
    `<p>${escaped(summary)}</p>`,
    ...facts.filter(({ status }) => status !== 'older').map((fact) => factSection(fact, 'h2')),
    ...(older.length === 0 ? [] : [`<h2>${olderHeading}</h2>`, ...older.map((fact) => factSection(fact, 'h3'))]),
    `<p><a href="${statesRoot}">All states</a></p>`,
  ]);
}

function factSection({ topic, ground, text, value, citation, url, quote, ...dated }: StateFact, heading: 'h2' | 'h3') {
  const title = [topicNames[topic], ...(ground === null ? [] : [groundNames[ground]])].join(': ');
  return `<section><${heading}>${title}</${heading}>
<p>${value === null ? '' : `<strong>${escaped(value)}.</strong> `}${escaped(text)}</p>
<blockquote>“${escaped(quote)}”</blockquote>
<p><a href="${escaped(url)}" rel="noreferrer">${escaped(citation)}</a>. ${factWords(dated)}</p>
</section>`;
}

function page(title: string, parts: readonly string[]): string {
  const main = [`<h1>${escaped(title)}</h1>`, ...parts].join('\n');
  return sitePage({ title, stylesheet: '/docs/guides.css', place: statesRoot, main });
}
