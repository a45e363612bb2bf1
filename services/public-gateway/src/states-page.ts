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
    ({ slug, name, facts }) =>
      `<li><a href="${statesRoot}/${slug}">${escaped(name)}</a> <span>${facts.length} ${facts.length === 1 ? 'fact' : 'facts'}</span></li>`,
  );
  return page('Facts by state', [
    `<p class="notice">${escaped(notice ?? '')}</p>`,
    '<p>Choose a state to see its facts about notices, courts, and deadlines, each with a quote and its source.</p>',
    `<ul class="states">${items.join('')}</ul>`,
  ]);
}

/** Renders the facts of one state, each with its source. */
export function statePage({ name, summary, notice, facts }: StateFacts): string {
  const older = facts.filter(({ status }) => status === 'older');
  const above = `<p class="source"><a href="${statesRoot}">All states</a></p>\n`;
  return page(
    name,
    [
      `<p class="notice">${escaped(notice)}</p>`,
      `<p>${escaped(summary)}</p>`,
      ...factSections(
        facts.filter(({ status }) => status !== 'older'),
        'h2',
      ),
      ...(older.length === 0 ? [] : [`<h2>${olderHeading}</h2>`, ...factSections(older, 'h3')]),
    ],
    above,
  );
}

/** Renders facts, with one heading above those about the same thing. */
function factSections(facts: readonly StateFact[], heading: 'h2' | 'h3'): string[] {
  const titles = facts.map(({ topic, ground }) =>
    ground === null ? topicNames[topic] : `${topicNames[topic]}: ${groundNames[ground]}`,
  );
  return facts.map((fact, index) => {
    const title = titles[index] ?? '';
    return `${title === titles[index - 1] ? '' : `<${heading}>${title}</${heading}>\n`}${factText(fact)}`;
  });
}

function factText(fact: StateFact): string {
  const { text, value, citation, url, quote } = fact;
  return `<p>${value === null ? '' : `<strong>${escaped(value)}.</strong> `}${escaped(text)}</p>
<blockquote>“${escaped(quote)}”</blockquote>
<p class="source"><a href="${escaped(url)}" rel="noreferrer">${escaped(citation)}</a>. ${factWords(fact)}</p>`;
}

function page(title: string, parts: readonly string[], above = ''): string {
  const main = [`${above}<h1>${escaped(title)}</h1>`, ...parts].join('\n');
  return sitePage({ title, stylesheet: '/docs/guides.css', place: statesRoot, main });
}
