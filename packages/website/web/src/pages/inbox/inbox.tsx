import { maxIntakeFilesOfCase } from '@evict/contract/limits';
import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFileSpreadsheet, IconFileText, IconInbox, IconPhoto, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, lazy, type SetStateAction, useId, useState } from 'react';
import { call } from '../../api/call.ts';
import { type Mode, useMode } from '../../api/mode.ts';
import { type IntakeFile, inboxQuery } from '../../api/queries.ts';
import { purposes, sentPurpose } from '../../document/evidence.tsx';
import { Dialog, DialogButton } from '../../shared/dialog.tsx';
import { DropFiles, useUploads } from '../../shared/drop-files.tsx';
import { optionsOf } from '../../shared/form.tsx';
import { counted, dayOf, formatShortDay, plainName } from '../../shared/format.ts';
import { Page } from '../../shared/page.tsx';
import { ButtonLink, Empty, Loading, Section, ShowMore, SmallButton } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { upload } from '../../shared/upload.ts';
import { useAction } from '../../shared/use-action.ts';
import classes from './inbox.module.css';

const DocumentView = lazy(() => import('../../document/document-view.tsx'));

/**
 * The purposes that can be chosen here. The file of a prior notice is added later, when the user fills in the notice.
 */
const { prior_notice: _later, ...purposesHere } = purposes;

/** The inbox: files that aren't part of a case yet. */
export function Inbox() {
  const mode = useMode();
  return <OfMode key={mode} mode={mode} />;
}

/** Remounted for each mode, because files chosen in one don't exist in the other. */
function OfMode({ mode }: { mode: Mode }) {
  const query = useInfiniteQuery(inboxQuery(mode));
  const [isAdding, { open, close }] = useDisclosure(false);
  const items = query.data?.pages.flatMap((page) => page.items) ?? [];
  const isEmpty = query.data !== undefined && items.length === 0;
  const evidence = items.filter(isEvidence);
  const ledgers = items.filter((file) => !isEvidence(file));
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const add = (
    <Button
      variant={evidence.length > 0 ? 'default' : 'filled'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={open}
    >
      Add files
    </Button>
  );
  return (
    <Page title="Inbox" actions={!isEmpty && add}>
      <AddFiles mode={mode} isOpened={isAdding} close={close} />
      <QueryState query={query} skeleton={<Loading lines={6} height={56} />}>
        {() =>
          isEmpty ? (
            <Empty title="No files yet" icon={<IconInbox size={20} aria-hidden />} action={add}>
              Leases, ledgers, and notices wait here for up to 30 days, until you start a case with them.
            </Empty>
          ) : (
            <Files {...{ mode, evidence, ledgers, query, chosen, setChosen }} />
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
  evidence: readonly IntakeFile[];
  ledgers: readonly IntakeFile[];
  chosen: ReadonlySet<string>;
  setChosen: Dispatch<SetStateAction<ReadonlySet<string>>>;
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
}

function Files({ mode, evidence, ledgers, chosen, setChosen, query }: FilesProps) {
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => new Set(isChosen ? [...before, id] : [...before].filter((one) => one !== id)));
  const files = evidence.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const row = (file: IntakeFile) => (
    <FileRow key={file.id} file={file} mode={mode} isChosen={chosen.has(file.id)} onChoose={choose} />
  );
  return (
    <Stack gap="xl">
      {evidence.length > 0 && (
        <Section title="Files for a case" count={evidence.length}>
          <StartCase files={files} />
          <ul className={classes['files']} aria-label="Files for a case">
            {evidence.map(row)}
          </ul>
        </Section>
      )}
      {ledgers.length > 0 && (
        <Section
          title="Ledger files"
          count={ledgers.length}
          help="To add their lines, open the ledger of a draft and choose “Paste or import”."
        >
          <ul className={classes['files']} aria-label="Ledger files">
            {ledgers.map(row)}
          </ul>
        </Section>
      )}
      {query.hasNextPage && <ShowMore loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} />}
    </Stack>
  );
}

/** A button that starts a case with the selected files. */
function StartCase({ files }: { files: readonly string[] }) {
  const [isAsked, setAsked] = useState(false);
  const isTooMany = files.length > maxIntakeFilesOfCase;
  return (
    <div className={classes['start']}>
      <span role="status" data-asked={files.length === 0 && isAsked}>
        {isTooMany
          ? `A case starts with at most ${maxIntakeFilesOfCase} files.`
          : files.length === 0
            ? 'Select files to start a case.'
            : `${files.length} selected.`}
      </span>
      {files.length === 0 ? (
        <Button onClick={() => setAsked(true)}>Start a case</Button>
      ) : (
        !isTooMany && (
          <ButtonLink to="/cases/new" search={{ files: files.join(',') }}>
            Start a case with {counted(files.length, 'file')}
          </ButtonLink>
        )
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
  const canBePicked = isEvidence(file);
  const remove = useAction({
    run: () => call('DELETE /v1/intake/files/{id}', { id }, { mode }),
    refresh: inboxQuery(mode).queryKey,
    onDone: () => onChoose(id, false),
    ask: { title: 'Remove this file?', meaning: 'It cannot be restored.', verb: 'Remove', isDangerous: true },
  });
  const Icon = contentType.startsWith('image/') ? IconPhoto : canBePicked ? IconFileText : IconFileSpreadsheet;
  return (
    <li>
      <div className={classes['row']} data-pick={canBePicked}>
        {canBePicked && (
          <label className={classes['pick']}>
            <Checkbox
              size="xs"
              radius="xs"
              aria-label={`Select ${name}`}
              checked={isChosen}
              onChange={({ currentTarget }) => onChoose(id, currentTarget.checked)}
            />
          </label>
        )}
        <Icon size={20} stroke={1.5} className={classes['icon'] ?? ''} aria-hidden />
        <div className="breakable" id={nameId}>
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
            {note !== null && ` · ${note}`}
          </small>
        </div>
        <span className={classes['until']}>Kept until {formatShortDay(dayOf(new Date(expiresAt)))}</span>
        <SmallButton variant="subtle" aria-describedby={nameId} {...remove.button}>
          Remove
        </SmallButton>
      </div>
      <RefusalAlert error={remove.error} />
    </li>
  );
}

function sizeText(bytes: number): string {
  return bytes < 1024 ** 2 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
