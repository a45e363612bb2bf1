import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import type { Mode } from '../../api/mode.ts';
import type { Case } from '../../api/queries.ts';
import { Dialog } from '../../shared/dialog.tsx';
import { counted } from '../../shared/format.ts';
import { SmallButton } from '../../shared/parts.tsx';
import classes from './list.module.css';

const SubmitMany = lazy(() => import('./submit-many.tsx'));

interface SelectionBarProps {
  mode: Mode;
  selected: readonly Case[];
  exporting: React.ReactNode;
  onClear: () => void;
}

/** Shows the actions for the selected cases. They cover the column headings, so no row moves. */
export function SelectionBar({ mode, selected, exporting, onClear }: SelectionBarProps) {
  const drafts = selected.filter(({ state }) => state === 'draft');
  // The drafts that are being submitted. Their list stays until the user closes it.
  const [submitting, setSubmitting] = useState<readonly Case[] | null>(null);
  const close = () => setSubmitting(null);
  return (
    <>
      {selected.length > 0 && (
        <div className={`${classes['selection']} no-print`}>
          <div role="region" aria-label="Selected cases">
            <b aria-live="polite">{selected.length} selected</b>
            {drafts.length > 0 && (
              <SmallButton onClick={() => setSubmitting(drafts)}>Submit {counted(drafts.length, 'draft')}</SmallButton>
            )}
            {exporting}
            <Button size="xs" variant="subtle" onClick={onClear}>
              Clear
            </Button>
          </div>
        </div>
      )}
      <Dialog opened={submitting !== null} onClose={close} title="Submit drafts" size="lg">
        <Suspense>
          {submitting && <SubmitMany mode={mode} drafts={submitting} onSubmitted={onClear} close={close} />}
        </Suspense>
      </Dialog>
    </>
  );
}
