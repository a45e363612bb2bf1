import { ActionIcon, Alert, Code, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useState } from 'react';
import { SmallButton } from '../shared/parts.tsx';
import { RefusalAlert } from '../shared/query-state.tsx';
import { Broken, type OnShown } from './broken.tsx';
import { PdfPages } from './pdf-pages.tsx';
import './pdf.css';
import { type DocumentSource, readDocument, type ReadDocument, useBlobUrl } from './read-document.ts';
import { Tools } from './tools.tsx';
import { ZoomControls } from './viewer-controls.tsx';

/** Whether the page displays a document or only says that it can't be shown. */
export type Seen = 'shown' | 'broken';

interface DocumentViewProps {
  source: DocumentSource;
  caseId: string;
  document: { id: string; filename: string; contentHash: string };
  /** Called once the bytes match the recorded hash and are displayed, or the page says that they can't be. */
  onVerified?: (contentHash: string, seen: Seen) => void;
}

/** Shows a recorded document. The displayed hash is computed from the displayed bytes. */
export default function DocumentView({ source, caseId, document, onVerified }: DocumentViewProps) {
  const [seen, setSeen] = useState<Seen | null>(null);
  const { id, contentHash } = document;
  const {
    data: read,
    error,
    refetch,
  } = useQuery({
    queryKey: ['document', source, caseId, id],
    queryFn: ({ signal }) => readDocument(source, caseId, id, signal),
    // Each read by an attorney is recorded, so the document is read only once each time it is opened.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const onShown = useCallback((isBroken = false) => setSeen(isBroken ? 'broken' : 'shown'), []);
  const isRecorded = read?.hash === contentHash;
  useEffect(() => {
    if (seen !== null && isRecorded) onVerified?.(contentHash, seen);
  }, [seen, isRecorded, contentHash, onVerified]);
  if (error !== null) {
    return (
      <RefusalAlert error={error}>
        <SmallButton onClick={() => void refetch()}>Try again</SmallButton>
      </RefusalAlert>
    );
  }
  if (read === undefined)
    return <Skeleton className="pdf-loading" aria-label="Loading the document" role="progressbar" />;
  return (
    <div className="pdf-view">
      {!isRecorded && <Mismatch hash={read.hash} />}
      <Content read={read} filename={document.filename} onShown={onShown} />
      <Tools label="File" isLast>
        <Download filename={document.filename} bytes={read.bytes} />
      </Tools>
      {isRecorded && (
        <p className="pdf-record">
          <IconShieldCheck size={14} aria-hidden />
          <span>
            This document matches the record. SHA-256: <code>{read.hash}</code>
          </span>
        </p>
      )}
    </div>
  );
}

function Mismatch({ hash }: { hash: string }) {
  return (
    <Alert color="red" role="alert" title="This document does NOT match the record" className="pdf-problem">
      Do not rely on what you see. Open the document again; if this persists, contact us. SHA-256:{' '}
      <Code className="breakable">{hash}</Code>
    </Alert>
  );
}

/** Shows PDFs and pictures. Any other file can only be downloaded. The service determines the type from the content. */
function Content({ read, filename, onShown }: { read: ReadDocument; filename: string; onShown: OnShown }) {
  if (read.contentType === 'application/pdf') return <PdfPages bytes={read.bytes} onShown={onShown} />;
  if (read.contentType === 'image/jpeg' || read.contentType === 'image/png') {
    return <Picture read={read} filename={filename} onShown={onShown} />;
  }
  return <Text className="pdf-problem">This kind of file cannot be shown here. Download it to open it.</Text>;
}

function Picture({ read, filename, onShown }: { read: ReadDocument; filename: string; onShown: OnShown }) {
  const url = useBlobUrl(read.bytes, read.contentType);
  const [isBroken, setBroken] = useState(false);
  const [zoom, setZoom] = useState(1);
  if (isBroken) return <Broken onShown={onShown} />;
  return (
    <>
      <Tools label="Viewer">
        <ZoomControls zoom={zoom} onZoom={setZoom} />
      </Tools>
      <div className="pdf">
        <div className="pdf-scroll" tabIndex={0} role="group" aria-label="Picture">
          {url !== null && (
            <img
              src={url}
              alt={filename}
              style={{ display: 'block', width: `${zoom * 100}%` }}
              onLoad={() => onShown()}
              onError={() => setBroken(true)}
            />
          )}
        </div>
      </div>
    </>
  );
}

function Download({ filename, bytes }: { filename: string; bytes: Uint8Array<ArrayBuffer> }) {
  const url = useBlobUrl(bytes, 'application/octet-stream');
  return (
    <ActionIcon
      component="a"
      href={url ?? undefined}
      download={filename}
      variant="subtle"
      c="var(--ink-2)"
      size="var(--control-sm)"
      aria-label="Download"
      title="Download"
    >
      <IconDownload size={16} aria-hidden />
    </ActionIcon>
  );
}
