import { FileInput, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../wording/refusals.ts';
import type { Sheet } from './table.ts';
import { readTableFile, tableTypes } from './table-file.ts';

interface TableInputProps {
  label: string;
  description?: string;
  /** Called when the reading of a file begins and ends. */
  onReading?: (isReading: boolean) => void;
  /** Called with every file that was read, and with no sheets once there is no file. */
  onRead: (sheets: readonly Sheet[]) => void;
}

/** Takes a CSV file or a workbook. One that cannot be read is refused here, and what was read before stays. */
export function TableInput({ label, description, onReading, onRead }: TableInputProps) {
  const [file, setFile] = useState<File | null>(null);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (chosen: File) => {
      onReading?.(true);
      try {
        return await readTableFile(chosen);
      } finally {
        onReading?.(false);
      }
    },
    networkMode: 'always',
  });
  const keep = (chosen: File | null, sheets: readonly Sheet[]) => {
    setFile(chosen);
    onRead(sheets);
  };
  return (
    <FileInput
      label={label}
      description={description}
      placeholder="Choose an XLSX or CSV file"
      accept={tableTypes}
      clearable
      clearButtonProps={{ 'aria-label': 'Remove the file' }}
      miw={220}
      value={file}
      loading={isPending}
      error={error && messageOf(error)}
      onChange={(chosen) => {
        reset();
        if (chosen) mutate(chosen, { onSuccess: (sheets) => keep(chosen, sheets) });
        else keep(null, []);
      }}
    />
  );
}

interface SheetSelectProps {
  label: string;
  sheets: readonly Sheet[];
  chosen: Sheet | null;
  /** What it is called to choose none; without it one is always chosen. */
  none?: string;
  onChoose: (sheet: Sheet | null) => void;
}

/** Which sheet of a workbook it is; nothing where there is no choice. */
export function SheetSelect({ label, sheets, chosen, none, onChoose }: SheetSelectProps) {
  const options = sheets.map(({ name }, at) => ({ value: `${at}`, label: name }));
  if (none !== undefined) options.unshift({ value: '', label: none });
  if (options.length < 2) return null;
  return (
    <NativeSelect
      label={label}
      data={options}
      value={chosen ? `${sheets.indexOf(chosen)}` : ''}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : (sheets[Number(value)] ?? null))}
    />
  );
}
