import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Case } from '../api/queries.ts';
import { DropFiles, useUploads } from '../shared/drop-files.tsx';
import { optionsOf } from '../shared/form.tsx';
import { upload } from '../shared/upload.ts';

export const purposes = {
  lease: 'Lease',
  ledger: 'Ledger',
  correspondence: 'Correspondence',
  other: 'Other evidence',
  authority: 'Authority to act for the owner',
  prior_notice: 'Prior notice',
  prior_notice_proof: 'Proof of service of the prior notice',
};

/** Converts a purpose to one that the API accepts for a file. Some become `other`. */
export function sentPurpose(purpose: string): string {
  return ['lease', 'ledger', 'correspondence'].includes(purpose) ? 'other' : purpose;
}

/**
 * Lets the user choose or drop evidence for a case, uploads it, and shows each file's progress and hash. After
 * submission, a case accepts only files with the purpose "other".
 */
export function Evidence({ one, onAdded }: { one: Case; onAdded: () => void }) {
  const [purpose, setPurpose] = useState('lease');
  const sending = useUploads(
    (file, of, how) =>
      upload({
        operation: 'POST /v1/cases/{id}/documents',
        caseId: one.id,
        fields: { filename: file.name, purpose: of },
        file,
        ...how,
      }),
    onAdded,
  );
  return (
    <Stack>
      {one.state === 'draft' && (
        <NativeSelect
          label="What the files are"
          data={optionsOf(purposes)}
          value={purpose}
          onChange={({ currentTarget }) => setPurpose(currentTarget.value)}
          data-path="documents"
        />
      )}
      <DropFiles
        hint="PDF, JPEG or PNG, at most 10 MB each."
        accept="application/pdf,image/jpeg,image/png"
        purpose={one.state === 'draft' ? sentPurpose(purpose) : 'other'}
        sending={sending}
      />
    </Stack>
  );
}
