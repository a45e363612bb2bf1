import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { attorneyNotesQuery } from '../../api/queries.ts';
import { Notes } from '../../shared/notes.tsx';
import { deskNotesWords, noteWriterName } from '../../wording/desk.ts';

/** The conversation with the customer. */
export function CustomerNotes({ caseId: id }: { caseId: string }) {
  return (
    <Notes
      query={useQuery(attorneyNotesQuery(id))}
      writerOf={noteWriterName}
      isOwn={({ writtenBy }) => writtenBy === 'attorney'}
      send={(body) => call('POST /v1/attorney/cases/{id}/notes', { id, body })}
      draft={`attorney-note:${id}`}
      words={deskNotesWords}
    />
  );
}
