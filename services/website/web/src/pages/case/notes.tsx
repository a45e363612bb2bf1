import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { type Case, caseNotesQuery } from '../../api/queries.ts';
import { Notes } from '../../shared/notes.tsx';
import { notesWords } from '../../wording/case.ts';
import { refreshEveryMs } from './polling.ts';

/** The conversation with the attorney. */
export function CaseNotes({ one }: { one: Case }) {
  const { id, mode } = one;
  const query = useQuery({ ...caseNotesQuery(mode, id), refetchInterval: refreshEveryMs(one) });
  return (
    <Notes
      query={query}
      writerOf={({ writtenBy }) => notesWords.writers[writtenBy]}
      isOwn={({ writtenBy }) => writtenBy === 'customer'}
      send={(body) => call('POST /v1/cases/{id}/notes', { id, body }, { mode })}
      draft={`note:${id}`}
      words={notesWords}
    />
  );
}
