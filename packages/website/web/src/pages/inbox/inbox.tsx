import { maxIntakeFilesOfCase } from '@evict/contract/limits';
import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFiles, IconFileSpreadsheet, IconFileText, IconPhoto, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, lazy, type SetStateAction, useState } from 'react';
import { call } from '../../api/call.ts';
import { type Mode, useMode } from '../../api/mode.ts';
import { casesQuery, type IntakeFile, inboxQuery } from '../../api/queries.ts';
import { purposes, sentPurpose } from '../../document/evidence.tsx';
import { placeOf } from '../../shared/case-facts.ts';
import { Parties } from '../../shared/case-parts.tsx';
import { DataTable } from '../../shared/data-table.tsx';
import { Dialog, DialogButton } from '../../shared/dialog.tsx';
import { DropFiles, useUploads } from '../../shared/drop-files.tsx';
import { optionsOf } from '../../shared/form.tsx';
import { counted, dayOf, formatShortDay, plainName } from '../../shared/format.ts';
import { Page } from '../../shared/page.tsx';
import { AppLink, ButtonLink, Empty, Hint, Lines, Loading, ShowMore, SmallButton } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { upload } from '../../shared/upload.ts';
import { useAction } from '../../shared/use-action.ts';
import classes from './inbox.module.css';

const DocumentView = lazy(() => import('../../document/document-view.tsx'));

/**
 * The purposes that can be chosen here. The file of a prior notice is added later, when the user fills in the notice.
 */
const { prior_notice: _later, ...purposesHere } = purposes;

/** The files that aren't part of a case yet. The API calls them the inbox. */
export function Inbox() {
  const mode = useMode();
  return <OfMode key={mode} mode={mode} />;
}

/** Remounted for each mode, because files chosen in one don't exist in the other. */
function OfMode({ mode }: { mode: Mode }) {
  const query = useInfiniteQuery(inboxQuery(mode));
  const [isAdding, { open, close }] = useDisclosure(false);
  const files = query.data?.pages.flatMap((page) => page.items) ?? [];
  const isEmpty = query.data !== undefined && files.length === 0;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const add = (
    <Button
      variant={chosen.size > 0 ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={open}
    >
      Add files
    </Button>
  );
  return (
    <Page title="Files" actions={!isEmpty && add}>
      <AddFiles mode={mode} isOpened={isAdding} close={close} />
      <QueryState query={query} skeleton={<Loading lines={6} height={56} />}>
        {() =>
          isEmpty ? (
            <Empty title="No files yet" icon={<IconFiles size={20} aria-hidden />} action={add}>
              Leases, ledgers, and notices wait here for up to 30 days, until you start a case with them.
            </Empty>
          ) : (
            <Files {...{ mode, files, query, chosen, setChosen }} />
          )
        }
      </QueryState>
    </Page>
  );
}

interface AddFilesProps {
  mode: Mode;
  isOpened: boolean;
  close: () => void;
}

/** The dialog for adding files. Uploads continue after it is closed. */
function AddFiles({ mode, isOpened, close }: AddFilesProps) {
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
    <Dialog opened={isOpened} onClose={close} title="Add files" size="lg">
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
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
        </SimpleGrid>
        <DropFiles
          hint="PDF, JPEG, PNG, CSV, or XLSX, up to 10 MB each."
          accept="application/pdf,image/jpeg,image/png,.csv,.tsv,.txt,.xlsx"
          purpose={sentPurpose(purpose)}
          sending={sending}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Done
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

interface FilesProps {
  mode: Mode;
  files: readonly IntakeFile[];
  chosen: ReadonlySet<string>;
  setChosen: Dispatch<SetStateAction<ReadonlySet<string>>>;
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

function Files({ mode, files, chosen, setChosen, query }: FilesProps) {
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  return (
    <Stack gap="sm">
      <StartCase files={files.filter(({ id }) => chosen.has(id)).map(({ id }) => id)} />
      <div className={classes['table']}>
        <DataTable
          label="Files"
          // The files that can be selected come first.
          rows={[...files.filter(isEvidence), ...files.filter((file) => !isEvidence(file))]}
          columns={[
            {
              name: 'File',
              kind: 'main',
              cell: (file) => (
                <FileName file={file} isChosen={chosen.has(file.id)} onChoose={(isYes) => choose(file.id, isYes)} />
              ),
            },
            { name: 'Note', kind: 'minor', cell: ({ note }) => note ?? '–' },
            { name: 'Added', kind: 'minor', cell: ({ createdAt }) => shortDayOf(createdAt) },
            { name: 'Kept until', kind: 'minor', cell: ({ expiresAt }) => shortDayOf(expiresAt) },
            {
              name: null,
              cell: (file) => <FileActions file={file} mode={mode} onRemoved={() => choose(file.id, false)} />,
            },
          ]}
        />
      </div>
      {query.hasNextPage && <ShowMore loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />}
    </Stack>
  );
}

/** Says how many files are selected, with a link that starts a case with them. */
function StartCase({ files }: { files: readonly string[] }) {
  const isTooMany = files.length > maxIntakeFilesOfCase;
  return (
    <div className={classes['start']}>
      <span role="status">
        {isTooMany
          ? `A case starts with at most ${maxIntakeFilesOfCase} files.`
          : files.length === 0
            ? 'Files wait here for a case, for up to 30 days. Select files to start a case.'
            : `${files.length} selected.`}
      </span>
      {files.length > 0 && !isTooMany && (
        <ButtonLink to="/cases/new" search={{ files: files.join(',') }}>
          Start a case with {counted(files.length, 'file')}
        </ButtonLink>
      )}
    </div>
  );
}

/** Returns whether a file can be evidence. The other files are tables, whose lines go into a ledger. */
function isEvidence({ contentType }: Pick<IntakeFile, 'contentType'>): boolean {
  return contentType === 'application/pdf' || contentType.startsWith('image/');
}

const kinds: Readonly<Record<IntakeFile['contentType'], string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'text/csv': 'CSV',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
};

interface FileNameProps {
  file: IntakeFile;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** The name of a file, which opens it. A file that can be evidence has a checkbox. */
function FileName({ file, isChosen, onChoose }: FileNameProps) {
  const { filename, contentType, sizeBytes } = file;
  const name = plainName(filename);
  const canBePicked = isEvidence(file);
  const Icon = contentType.startsWith('image/') ? IconPhoto : canBePicked ? IconFileText : IconFileSpreadsheet;
  return (
    <div className={classes['file']}>
      {canBePicked ? (
        <label className={classes['pick']}>
          <Checkbox
            size="xs"
            radius="xs"
            aria-label={`Select ${name}`}
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
        </label>
      ) : (
        <span />
      )}
      <Icon size={20} stroke={1.5} className={classes['icon'] ?? ''} aria-hidden />
      <div className="breakable">
        <DialogButton
          verb={
            <>
              <span className="sr">Open </span>
              {name}
            </>
          }
          title={name}
          button={{ variant: 'transparent', className: classes['open'] ?? '' }}
          dialog={{ size: 'xl' }}
        >
          {() => <DocumentView source="intake" caseId="" document={file} />}
        </DialogButton>
        <small>
          {kinds[contentType]}, {sizeText(sizeBytes)}
        </small>
      </div>
    </div>
  );
}

interface FileActionsProps {
  file: IntakeFile;
  mode: Mode;
  onRemoved: () => void;
}

function FileActions({ file, mode, onRemoved }: FileActionsProps) {
  const remove = useAction({
    run: () => call('DELETE /v1/intake/files/{id}', { id: file.id }, { mode }),
    refresh: inboxQuery(mode).queryKey,
    onDone: onRemoved,
    ask: { title: 'Remove this file?', meaning: 'It cannot be restored.', verb: 'Remove', isDangerous: true },
  });
  const name = plainName(file.filename);
  return (
    <>
      <div className={classes['actions']}>
        {!isEvidence(file) && (
          <DialogButton
            verb={
              <>
                Add to a case <span className="sr">the lines of {name}</span>
              </>
            }
            title="Add the lines to a case"
            button={{ size: 'xs' }}
          >
            {() => <Drafts file={file.id} mode={mode} />}
          </DialogButton>
        )}
        <SmallButton variant="subtle" {...remove.button}>
          Remove <span className="sr">{name}</span>
        </SmallButton>
      </div>
      <RefusalAlert error={remove.error} />
    </>
  );
}

/** Lists the drafts to whose ledger the lines of a file can be added. */
function Drafts({ file, mode }: { file: string; mode: Mode }) {
  const query = useInfiniteQuery(casesQuery(mode, { state: ['draft'], ground: 'nonpayment' }));
  return (
    <QueryState query={query} skeleton={<Loading />}>
      {({ pages }) => {
        const drafts = pages.flatMap(({ items }) => items);
        if (drafts.length === 0) return <Hint>There is no draft for unpaid rent. Start a case first.</Hint>;
        return (
          <Stack gap="sm">
            <Hint>Choose a draft. You check the lines before they are added to its ledger.</Hint>
            <Lines>
              {drafts.map((draft) => (
                <li key={draft.id} className="breakable">
                  <AppLink to="/cases/$id/edit" params={{ id: draft.id }} search={{ step: 'ledger', file }}>
                    {placeOf(draft)}
                  </AppLink>
                  <Hint size="xs">
                    <Parties parties={draft.data.parties} />
                  </Hint>
                </li>
              ))}
            </Lines>
            {query.hasNextPage && (
              <ShowMore loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />
            )}
          </Stack>
        );
      }}
    </QueryState>
  );
}

function shortDayOf(moment: string): string {
  return formatShortDay(dayOf(new Date(moment)));
}

function sizeText(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
