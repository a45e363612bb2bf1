import { renderCaseSummary } from '../src/case-summary.ts';
import { renderDocument } from '../src/render.ts';
import { buildFacts } from './build-request.ts';
import { buildSummary, worldNames } from './build-summary.ts';
import { largest, largestJob } from './largest.ts';
import { papers } from './papers.ts';

type Drawings = Readonly<Record<string, () => Promise<Buffer>>>;

const worldFacts = buildFacts({
  parties: worldNames.map((name) => ({ role: 'defendant' as const, name })),
  freeText: worldNames.join('\n'),
});

/** Every paper of the sandbox, and a case summary with names in many scripts. */
export const samples: Drawings = {
  ...drawingsOf(papers, (request) => renderDocument(request)),
  'case-summary': () => renderCaseSummary(buildSummary({ facts: worldFacts })),
};

/** The largest papers that the gate allows. */
export const largestSamples: Drawings = drawingsOf(largest, (one) => {
  const job = largestJob(one);
  return job.kind === 'summary' ? renderCaseSummary(job.request) : renderDocument(job.request);
});

function drawingsOf<T>(inputs: Readonly<Record<string, T>>, draw: (input: T) => Promise<Buffer>): Drawings {
  return Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, () => draw(input)]));
}
