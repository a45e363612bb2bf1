import { Button, Group } from '@mantine/core';
import { ToneBadge } from '../../shared/tone-badge.tsx';
import { documentWords } from '../../wording/documents.ts';
import { deskWords as words } from '../../wording/desk.ts';
import type { Documents, OpenedDocument } from './viewer.tsx';
import { Hint } from '../../shared/hint.tsx';

interface DocumentRowProps {
  document: OpenedDocument;
  documents: Documents;
  note?: string;
  /** It was not there when the attorney last approved. */
  isNew?: boolean;
  /** Whether it has to be opened. */
  isRequired?: boolean;
}

/** A document with the button that opens it in the page, and whether it was seen. */
export function DocumentRow({ document, documents, note, isNew = false, isRequired = false }: DocumentRowProps) {
  const seen = documents.seen[document.contentHash];
  return (
    <Group gap="xs" role="group" aria-label={document.filename}>
      <Button
        variant="default"
        aria-pressed={documents.opened?.id === document.id}
        fw={documents.opened?.id === document.id ? 700 : 500}
        size="xs"
        h="auto"
        py={6}
        styles={{ label: { whiteSpace: 'normal' } }}
        className="breakable"
        onClick={() => documents.open(document)}
      >
        {documentWords.open} {document.filename}
      </Button>
      {note !== undefined && <Hint>{note}</Hint>}
      {isNew && <ToneBadge tone="warning">{words.isNew}</ToneBadge>}
      {seen === 'shown' && <ToneBadge tone="good">{words.opened}</ToneBadge>}
      {seen === 'broken' && <ToneBadge tone="warning">{words.openedBroken}</ToneBadge>}
      {isRequired && seen === undefined && <ToneBadge tone="neutral">{words.notOpened}</ToneBadge>}
    </Group>
  );
}
