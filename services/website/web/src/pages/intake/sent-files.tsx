import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { useMode } from '../../api/mode.ts';
import { caseQuery, inboxQuery } from '../../api/queries.ts';
import { plainName } from '../../shared/format.ts';
import type { Sheet } from '../../shared/table.ts';
import { readTableFile } from '../../shared/table-file.ts';
import { messageOf } from '../../wording/refusals.ts';

interface SentFile {
  id: string;
  filename: string;
  read: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** Files of the case and of the inbox that a ledger can be read from; nothing where there are none. */
export function SentFiles({ onRead }: { onRead: (sheets: readonly Sheet[]) => void }) {
  const files = useSentFiles();
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: async ({ filename, read }: SentFile) => readTableFile(new File([await read()], filename)),
    onSuccess: onRead,
  });
  if (files.length === 0) return null;
  return (
    <NativeSelect
      label="Or read a file of this case or the inbox"
      data={[
        { value: '', label: 'Choose a file' },
        ...files.map(({ id, filename }) => ({ value: id, label: plainName(filename) })),
      ]}
      value={variables?.id ?? ''}
      disabled={isPending}
      error={error && messageOf(error)}
      onChange={({ currentTarget: { value } }) => {
        const file = files.find(({ id }) => id === value);
        if (file) mutate(file);
      }}
    />
  );
}

function useSentFiles(): SentFile[] {
  const mode = useMode();
  const { id: caseId = '' } = useParams({ strict: false });
  const { data: one } = useQuery({ ...caseQuery(mode, caseId), enabled: caseId !== '' });
  const { data: inbox, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(inboxQuery(mode));
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const evidence = one?.documents.filter(({ kind, filename }) => kind === 'evidence' && /\.pdf$/i.test(filename)) ?? [];
  const waiting = inbox?.pages.flatMap(({ items }) => items) ?? [];
  return [
    ...evidence.map(({ id, filename }) => ({
      id,
      filename,
      read: () => call('GET /v1/cases/{id}/documents/{docId}', { id: caseId, docId: id }, { mode }),
    })),
    ...waiting
      .filter(({ contentType }) => !contentType.startsWith('image/'))
      .map(({ id, filename }) => ({
        id,
        filename,
        read: () => call('GET /v1/intake/files/{id}/content', { id }, { mode }),
      })),
  ];
}
