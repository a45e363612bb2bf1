import { NativeSelect } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../api/call.ts';
import { useMode } from '../api/mode.ts';
import { inboxQuery } from '../api/queries.ts';
import { plainName } from '../shared/format.ts';
import type { Sheet } from './table.ts';
import { readTableFile } from './table-file.ts';
import { messageOf } from '../wording/refusals.ts';

interface SentFile {
  id: string;
  filename: string;
  read: () => Promise<Uint8Array<ArrayBuffer>>;
}

interface SentFilesProps {
  /** Called with true when reading a file starts. */
  onReading: (isReading: boolean) => void;
  /** Called with the sheets of each file that was read, and with an empty list when the user chooses no file. */
  onRead: (sheets: readonly Sheet[]) => void;
  /** The id of a file to read immediately, before the user chooses one. */
  first?: string | undefined;
}

/** Lets the user choose a stored file from which a ledger can be read. Renders nothing if there are none. */
export function SentFiles({ onReading, onRead, first }: SentFilesProps) {
  const files = useSentFiles();
  const { mutate, isPending, error, variables, reset } = useMutation({
    mutationFn: async ({ filename, read }: SentFile) => {
      onReading(true);
      return readTableFile(new File([await read()], filename));
    },
  });
  const wanted = files.find(({ id }) => id === first);
  const isWanted = wanted !== undefined;
  useEffect(() => {
    if (wanted) mutate(wanted, { onSuccess: onRead });
    // Runs only once, when the list with the file has arrived.
  }, [isWanted]);
  if (files.length === 0) return null;
  return (
    <NativeSelect
      label="Or choose one of your files"
      data={[
        { value: '', label: 'Choose a file' },
        ...files.map(({ id, filename }) => ({ value: id, label: plainName(filename) })),
      ]}
      value={variables?.id ?? ''}
      disabled={isPending}
      error={error && messageOf(error)}
      onChange={({ currentTarget: { value } }) => {
        const file = files.find(({ id }) => id === value);
        // This callback runs only while the component is mounted. The user may have chosen another source meanwhile.
        if (file) return mutate(file, { onSuccess: onRead });
        reset();
        onRead([]);
      }}
    />
  );
}

function useSentFiles(): SentFile[] {
  const mode = useMode();
  const { data: inbox, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery(inboxQuery(mode));
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const waiting = inbox?.pages.flatMap(({ items }) => items) ?? [];
  return waiting
    .filter(({ contentType }) => !/^image\/|\/pdf$/.test(contentType))
    .map(({ id, filename }) => ({
      id,
      filename,
      read: () => call('GET /v1/intake/files/{id}/content', { id }, { mode }),
    }));
}
