import { maxIntakeFilesOfCase } from '@evict/contract/limits';
import { Anchor, Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFiles, IconFileSpreadsheet, IconFileText, IconPhoto, IconPlus, IconUpload } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Dispatch, lazy, type SetStateAction, useState } from 'react';
import { call } from '../../api/call.ts';
import { type Mode, useMode } from '../../api/mode.ts';
import { type Case, caseQuery, casesQuery, type IntakeFile, inboxQuery } from '../../api/queries.ts';
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
import { useFileDrop } from '../../shared/use-file-drop.ts';
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
  /** The files that were dropped on the page and aren't added yet. */
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const drop = useFileDrop((added) => {
    setDropped(added);
    open();
  });
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
      <AddFiles
        mode={mode}
        isOpened={isAdding}
        dropped={dropped}
        onAdded={() => setDropped([])}
        close={() => {
          setDropped([]);
          close();
        }}
      />
      <QueryState query={query} skeleton={<Loading lines={6} height={56} />}>
        {() =>
          isEmpty ? (
            <Empty title="No files yet" icon={<IconFiles size={20} aria-hidden />} action={add}>
              Leases, ledgers, and notices wait here for up to 30 days, until you start a case with them.
            </Empty>
          ) : (
            <>
              <Files {...{ mode, files, query, chosen, setChosen }} />
              <div className={classes['drop']} {...drop}>
                <IconUpload size={20} aria-hidden />
                <Text size="sm" fw={500} c="var(--ink)">
                  Drop leases, ledgers, and notices here
                </Text>
                <Hint>{fileTypes}</Hint>
              </div>
            </>
          )
        }
      </QueryState>
    </Page>
  );
}

const fileTypes = 'PDF, JPEG, PNG, CSV, or XLSX, up to 10 MB each.';

interface AddFilesProps {
  mode: Mode;
  isOpened: boolean;
  /** Files to add once the user has said what they are. */
  dropped: readonly File[];
  onAdded: () => void;
  close: () => void;
}

/** The dialog for adding files. Uploads continue after it is closed. */
function AddFiles({ mode, isOpened, dropped, onAdded, close }: AddFilesProps) {
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
            label="What the files are"
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
          hint={fileTypes}
          accept="application/pdf,image/jpeg,image/png,.csv,.tsv,.txt,.xlsx"
          purpose={sentPurpose(purpose)}
          sending={sending}
        />
        {dropped.length > 0 && (
          <Text size="sm" className="breakable">
            Not added yet: {dropped.map(({ name }) => plainName(name)).join(', ')}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {dropped.length > 0 ? 'Cancel' : 'Done'}
          </Button>
          {dropped.length > 0 && (
            <Button
              onClick={() => {
                dropped.forEach((file) => sending.send(file, sentPurpose(purpose)));
                onAdded();
              }}
            >
              Add {counted(dropped.length, 'file')}
            </Button>
          )}
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
      <Selection files={files.filter(({ id }) => chosen.has(id))} mode={mode} onRemoved={() => setChosen(new Set())} />
      <div className={classes['table']}>
        <DataTable
          label="Files"
          rows={files}
          columns={[
            {
              name: 'File',
              kind: 'main',
              cell: (file) => (
                <FileName file={file} isChosen={chosen.has(file.id)} onChoose={(isYes) => choose(file.id, isYes)} />
              ),
            },
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

interface SelectionProps {
  /** The selected files. */
  files: readonly IntakeFile[];
  mode: Mode;
  onRemoved: () => void;
}

/** Says what the files are for. When some are selected, offers what can be done with them. */
function Selection({ files, mode, onRemoved }: SelectionProps) {
  const remove = useAction({
    run: () => Promise.all(files.map(({ id }) => call('DELETE /v1/intake/files/{id}', { id }, { mode }))),
    refresh: inboxQuery(mode).queryKey,
    onDone: onRemoved,
    ask: removeQuestion(files.length),
  });
  const canStart = files.length > 0 && files.length <= maxIntakeFilesOfCase && files.every(isEvidence);
  return (
    <>
      <div className={classes['start']}>
        <span role="status">{selectionText(files)}</span>
        {files.length > 0 && (
          <div className={classes['actions']}>
            {canStart && (
              <ButtonLink to="/cases/new" search={{ files: files.map(({ id }) => id).join(',') }}>
                Start a case with {counted(files.length, 'file')}
              </ButtonLink>
            )}
            <Button variant="default" {...remove.button}>
              Remove {counted(files.length, 'file')}
            </Button>
          </div>
        )}
      </div>
      <RefusalAlert error={remove.error} />
    </>
  );
}

function selectionText(files: readonly IntakeFile[]): string {
  if (files.length === 0)
    return 'These files are not in a case yet and are kept for up to 30 days. Select files to start a case, or add one to a draft.';
  if (!files.every(isEvidence))
    return `${files.length} selected. A spreadsheet cannot start a case: add it to a draft.`;
  if (files.length > maxIntakeFilesOfCase) return `A case starts with at most ${maxIntakeFilesOfCase} files.`;
  return `${files.length} selected.`;
}

function removeQuestion(count: number) {
  const question =
    count === 1
      ? { title: 'Remove this file?', meaning: 'It cannot be restored.' }
      : { title: `Remove these ${count} files?`, meaning: 'They cannot be restored.' };
  return { ...question, verb: 'Remove', isDangerous: true };
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

/** A checkbox, and the name of a file, which opens it. */
function FileName({ file, isChosen, onChoose }: FileNameProps) {
  const { filename, contentType, sizeBytes, note, expiresAt } = file;
  const name = plainName(filename);
  const Icon = contentType.startsWith('image/') ? IconPhoto : isEvidence(file) ? IconFileText : IconFileSpreadsheet;
  return (
    <div className={classes['file']}>
      <label className={classes['pick']}>
        <Checkbox
          size="xs"
          radius="xs"
          aria-label={`Select ${name}`}
          checked={isChosen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
        />
      </label>
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
          {note && ` · ${note}`}
          <span className={classes['onPhone']}> · until {shortDayOf(expiresAt)}</span>
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
    ask: removeQuestion(1),
  });
  const name = plainName(file.filename);
  return (
    <>
      <div className={classes['actions']}>
        <DialogButton
          verb={
            <>
              Add to a case{' '}
              <span className="sr">
                {!isEvidence(file) && 'the lines of '}
                {name}
              </span>
            </>
          }
          title={isEvidence(file) ? 'Add the file to a case' : 'Add the lines to a case'}
          button={{ size: 'xs' }}
        >
          {() => <Drafts file={file} mode={mode} />}
        </DialogButton>
        <SmallButton variant="subtle" {...remove.button}>
          Remove <span className="sr">{name}</span>
        </SmallButton>
      </div>
      <RefusalAlert error={remove.error} />
    </>
  );
}

/** Lists the drafts to which a file can be added: as evidence or, if it is a table, as lines of the ledger. */
function Drafts({ file, mode }: { file: IntakeFile; mode: Mode }) {
  const isTable = !isEvidence(file);
  const query = useInfiniteQuery(
    casesQuery(mode, { state: ['draft'], ...(isTable && { ground: 'nonpayment' as const }) }),
  );
  return (
    <QueryState query={query} skeleton={<Loading />}>
      {({ pages }) => {
        const drafts = pages.flatMap(({ items }) => items);
        if (drafts.length === 0)
          return <Hint>There is no draft{isTable && ' for unpaid rent'}. Start a case first.</Hint>;
        return (
          <Stack gap="sm">
            <Hint>
              {isTable
                ? 'Choose a draft. You check the lines before they are added to its ledger.'
                : 'Choose a draft. The file moves there as evidence.'}
            </Hint>
            <Lines>
              {drafts.map((draft) => (
                <li key={draft.id} className="breakable">
                  {isTable ? (
                    <AppLink to="/cases/$id/edit" params={{ id: draft.id }} search={{ step: 'ledger', file: file.id }}>
                      {placeOf(draft)}
                    </AppLink>
                  ) : (
                    <MoveToDraft file={file} draft={draft} />
                  )}
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

/** A link that moves a file to the evidence of a draft, and then opens the evidence step of that draft. */
function MoveToDraft({ file, draft }: { file: IntakeFile; draft: Case }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mode } = draft;
  const move = useAction({
    run: async () => {
      const content = await call('GET /v1/intake/files/{id}/content', { id: file.id }, { mode });
      await upload({
        operation: 'POST /v1/cases/{id}/documents',
        caseId: draft.id,
        fields: { filename: file.filename, purpose: file.purpose ?? 'other' },
        file: new File([content], file.filename),
        onProgress: () => {},
        signal: new AbortController().signal,
      });
      await call('DELETE /v1/intake/files/{id}', { id: file.id }, { mode });
    },
    refresh: inboxQuery(mode).queryKey,
    onDone: () => {
      void queries.invalidateQueries({ queryKey: caseQuery(mode, draft.id).queryKey });
      void navigate({ to: '/cases/$id/edit', params: { id: draft.id }, search: { step: 'evidence' } });
    },
  });
  return (
    <>
      <Anchor component="button" type="button" inherit disabled={move.button.loading} onClick={move.button.onClick}>
        {placeOf(draft)}
      </Anchor>
      <RefusalAlert error={move.error} />
    </>
  );
}

function shortDayOf(moment: string): string {
  return formatShortDay(dayOf(new Date(moment)));
}

function sizeText(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
