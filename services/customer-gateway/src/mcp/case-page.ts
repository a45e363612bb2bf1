import { routes } from '@evict/contract';
import type { AgentMessage, Answer } from '@evict/http';
import { fenced } from './fence.ts';

/** The URI of a case as a page of plain text. */
export const casePageUri = /^case:\/\/(case_[0-9a-f-]{36})$/;

interface ShownCase {
  id: string;
  mode: string;
  state: string;
  ground: string;
  courtCaseNumber: string | null;
  nextAction: { by: string; description: string };
  data: {
    property: { line1: string; unit?: string; city: string; state: string; zip: string };
    parties: { role: string; name: string }[];
    amountOwedCents?: number;
  };
  deadlines: { name: string; date: string; citation: string }[];
  documents: { kind: string; filename: string; contentHash: string }[];
}

/** Returns the case as a page of plain text, or the error if the request was refused. */
export async function casePage({ run }: Pick<AgentMessage, 'run'>, id: string): Promise<string> {
  const [shown, history] = [
    await run(routes.getCase, { params: { id } }),
    await run(routes.listEvents, { params: { id } }),
  ];
  return fenced(shown.status === 200 ? pageOf(shown.body as ShownCase, history) : shown.body);
}

function pageOf(shown: ShownCase, history: Answer): string {
  const { property, parties, amountOwedCents } = shown.data;
  const { items = [] } = (history.body ?? {}) as {
    items?: { createdAt: string; action: string; toState: string | null }[];
  };
  const owed = amountOwedCents === undefined ? [] : [`Owed: $${(amountOwedCents / 100).toFixed(2)}`];
  return [
    `Case ${shown.id} (${shown.mode} mode)`,
    `State: ${shown.state}. Next: ${shown.nextAction.description} (${shown.nextAction.by})`,
    `Ground: ${shown.ground}. Court case number: ${shown.courtCaseNumber ?? 'none'}`,
    `Property: ${[property.line1, property.unit, property.city, `${property.state} ${property.zip}`].filter(Boolean).join(', ')}`,
    ...owed,
    ...parties.map(({ role, name }) => `Party: ${name} (${role})`),
    ...shown.deadlines.map(({ name, date, citation }) => `Deadline: ${date} ${name} (${citation})`),
    ...shown.documents.map(
      ({ kind, filename, contentHash }) => `Document: ${filename} (${kind}, SHA-256 ${contentHash})`,
    ),
    ...items.map(({ createdAt, action, toState }) => `${createdAt} ${action}${toState ? ` -> ${toState}` : ''}`),
  ].join('\n');
}
