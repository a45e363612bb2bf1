import { Group, Stack } from '@mantine/core';
import { call } from '../api/call.ts';
import { type Case, caseQuery } from '../api/queries.ts';
import { plainName } from '../shared/format.ts';
import { Hint, SmallButton } from '../shared/parts.tsx';
import { RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';
import { OpenDocument } from './open-document.tsx';

type Document = Case['documents'][number];

interface CaseDocumentsProps {
  one: Case;
  /** Returns the note next to a document. */
  noteOf?: (document: Document) => string;
}

/** Lists a case's documents. Each opens in a dialog. Evidence can be removed from a draft. */
export function CaseDocuments({ one, noteOf }: CaseDocumentsProps) {
  return (
    <Stack gap="xs" align="start">
      {one.documents.map((document) => (
        <Group key={document.id} gap="sm">
          <OpenDocument source="cases" caseId={one.id} document={document} />
          {one.state === 'draft' && document.kind === 'evidence' && <Remove one={one} document={document} />}
          {noteOf && <Hint>{noteOf(document)}</Hint>}
        </Group>
      ))}
    </Stack>
  );
}

function Remove({ one, document }: { one: Case; document: Document }) {
  const name = plainName(document.filename);
  const { button, error } = useAction({
    run: () => call('DELETE /v1/cases/{id}/documents/{docId}', { id: one.id, docId: document.id }, { mode: one.mode }),
    refresh: caseQuery(one.mode, one.id).queryKey,
    ask: {
      title: 'Remove this file?',
      meaning: `${name} will be removed from the draft.`,
      verb: 'Remove file',
      isDangerous: true,
    },
  });
  return (
    <>
      <SmallButton variant="subtle" aria-label={`Remove ${name}`} {...button}>
        Remove
      </SmallButton>
      <RefusalAlert error={error} />
    </>
  );
}
