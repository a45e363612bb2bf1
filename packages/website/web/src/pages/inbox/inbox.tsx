import { maxIntakeFilesOfCase } from '@evict/contract/limits';
import { Button, Checkbox, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../api/call.ts';
import { type Mode, useMode } from '../../api/mode.ts';
import { type IntakeFile, inboxQuery } from '../../api/queries.ts';
import { purposes, sentPurpose } from '../../document/evidence.tsx';
import { OpenDocument } from '../../document/open-document.tsx';
import { DropFiles, useUploads } from '../../shared/drop-files.tsx';
import { optionsOf } from '../../shared/form.tsx';
import { formatMoment, plainName } from '../../shared/format.ts';
import { ButtonLink, Hint, PageTitle, PlainList, Section, SmallButton } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { upload } from '../../shared/upload.ts';
import { useAction } from '../../shared/use-action.ts';

/** Of files here. The file of a prior notice is added once the notice itself is filled in. */
const { prior_notice: _later, ...purposesHere } = purposes;

/** Files that wait for a case. */
export function Inbox() {
  const mode = useMode();
  return <OfMode key={mode} mode={mode} />;
}

/** Begins anew in each mode: what was chosen in one is not in the other. */
function OfMode({ mode }: { mode: Mode }) {
  return (
    <Stack>
      <PageTitle>Inbox</PageTitle>
      <Hint>Leases, ledgers and notices wait here for up to 30 days, until you begin a case with them.</Hint>
      <AddFiles mode={mode} />
      <Files mode={mode} />
    </Stack>
  );
}

function AddFiles({ mode }: { mode: Mode }) {
  const queries = useQueryClient();
  const [purpose, setPurpose] = useState<keyof typeof purposesHere>('lease');
  const [note, setNote] = useState('');
  const sending = useUploads(
    (file, of, how) => {
      const about = note.trim() === '' ? {} : { note: note.trim() };
      const fields = { filename: file.name, purpose: of, ...about };
      return upload({ operation: 'POST /v1/intake/files', fields, file, ...how });
    },
    () => void queries.invalidateQueries({ queryKey: inboxQuery(mode).queryKey }),
  );
  return (
    <Section title="Add files">
      <Group grow align="start">
        <NativeSelect
          label="What they are"
          data={optionsOf(purposesHere)}
          value={purpose}
          onChange={({ currentTarget }) => setPurpose(currentTarget.value as keyof typeof purposesHere)}
        />
        <TextInput
          label="Note (optional)"
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </Group>
      <DropFiles
        hint="PDF, JPEG, PNG, CSV or XLSX, at most 10 MB each."
        accept="application/pdf,image/jpeg,image/png,.csv,.tsv,.txt,.xlsx"
        purpose={sentPurpose(purpose)}
        sending={sending}
      />
    </Section>
  );
}

function Files({ mode }: { mode: Mode }) {
  const query = useInfiniteQuery(inboxQuery(mode));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  return (
    <Section title="Files">
      <QueryState query={query}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          const files = items.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
          if (items.length === 0) return <Text size="sm">There are no files yet.</Text>;
          return (
            <>
              <Hint>
                Choose the files that become evidence. A spreadsheet stays here, and its lines go into the ledger.
              </Hint>
              <PlainList aria-label="Files">
                {items.map((file) => (
                  <FileRow key={file.id} file={file} mode={mode} isChosen={chosen.has(file.id)} onChoose={choose} />
                ))}
              </PlainList>
              {query.hasNextPage && (
                <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Show more
                </Button>
              )}
              <Group>
                <ButtonLink
                  to="/cases/new"
                  search={files.length > 0 ? { files: files.join(',') } : {}}
                  disabled={files.length > maxIntakeFilesOfCase}
                >
                  {beginText(files.length)}
                </ButtonLink>
                {files.length > maxIntakeFilesOfCase && (
                  <Hint>A case begins with at most {maxIntakeFilesOfCase} files.</Hint>
                )}
              </Group>
            </>
          );
        }}
      </QueryState>
    </Section>
  );
}

function beginText(count: number): string {
  if (count === 0) return 'Begin a case';
  return count === 1 ? 'Begin a case with 1 file' : `Begin a case with ${count} files`;
}

const kinds: Readonly<Record<IntakeFile['contentType'], string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'text/csv': 'CSV',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
};

interface FileRowProps {
  file: IntakeFile;
  mode: Mode;
  isChosen: boolean;
  onChoose: (id: string, isChosen: boolean) => void;
}

function FileRow({ file, mode, isChosen, onChoose }: FileRowProps) {
  const { id, filename, contentType, sizeBytes, note, expiresAt } = file;
  const name = plainName(filename);
  const nameId = useId();
  const isEvidence = contentType === 'application/pdf' || contentType.startsWith('image/');
  const remove = useAction({
    run: () => call('DELETE /v1/intake/files/{id}', { id }, { mode }),
    refresh: inboxQuery(mode).queryKey,
    onDone: () => onChoose(id, false),
    ask: { title: 'Remove this file?', meaning: 'It cannot be restored.', verb: 'Remove', isDangerous: true },
  });
  const about = [kinds[contentType], sizeText(sizeBytes), `until ${formatMoment(expiresAt)}`];
  return (
    <Paper component="li" withBorder p="sm">
      <Group justify="space-between" align="start">
        <div className="breakable">
          <div id={nameId}>
            {isEvidence ? (
              <Checkbox
                label={name}
                checked={isChosen}
                onChange={({ currentTarget }) => onChoose(id, currentTarget.checked)}
              />
            ) : (
              <Text>{name}</Text>
            )}
          </div>
          <Hint>{about.join(' · ')}</Hint>
          {note !== null && <Text size="sm">{note}</Text>}
        </div>
        <Group gap="xs">
          <OpenDocument source="intake" caseId="" document={file} />
          <SmallButton aria-describedby={nameId} {...remove.button}>
            Remove
          </SmallButton>
        </Group>
      </Group>
      <RefusalAlert error={remove.error} />
    </Paper>
  );
}

function sizeText(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
