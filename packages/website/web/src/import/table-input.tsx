import { CloseButton, FileButton, NativeSelect } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { plainName } from '../shared/format.ts';
import { SmallButton } from '../shared/parts.tsx';
import { useFileDrop } from '../shared/use-file-drop.ts';
import { messageOf } from '../wording/refusals.ts';
import classes from './import.module.css';
import type { Sheet } from './table.ts';
import { readTableFile, tableTypes } from './table-file.ts';

interface TableInputProps {
  label: string;
  description?: string;
  /** Says what was found in the file. */
  found?: string | undefined;
  /** More choices about the file, shown below it. */
  children?: ReactNode;
  /** Called with true when reading a file starts, and with false when it ends. */
  onReading?: (isReading: boolean) => void;
  /** Called with the sheets of each file that was read, and with an empty list when the file is removed. */
  onRead: (sheets: readonly Sheet[]) => void;
}

/** Lets the user choose a CSV file or a workbook. If it can't be read, says why and keeps the previous one. */
export function TableInput({ label, description, found, children, onReading, onRead }: TableInputProps) {
  const [file, setFile] = useState<File | null>(null);
  const again = useRef<() => void>(null);
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
  const choose = (chosen: File) => {
    reset();
    mutate(chosen, { onSuccess: (sheets) => keep(chosen, sheets) });
  };
  const drop = useFileDrop(([dropped]) => {
    if (dropped) choose(dropped);
  });
  return (
    <div className={classes['file']} role="group" aria-label={label} {...drop}>
      <span className={classes['glyph']}>
        <IconFileSpreadsheet size={20} stroke={1.75} aria-hidden />
      </span>
      <div>
        <b>{file ? plainName(file.name) : label}</b>
        <small>{file ? (found ?? label) : description}</small>
      </div>
      <FileButton
        accept={tableTypes}
        resetRef={again}
        onChange={(chosen) => {
          if (chosen) choose(chosen);
          again.current?.(); // otherwise the same file couldn't be chosen again
        }}
      >
        {(props) => (
          <SmallButton {...props} loading={isPending}>
            {file ? 'Change' : 'Choose file'}
            <span className="sr">: {label}</span>
          </SmallButton>
        )}
      </FileButton>
      {file && (
        <CloseButton
          size="sm"
          aria-label="Remove the file"
          onClick={() => {
            reset();
            keep(null, []);
          }}
        />
      )}
      {error && (
        <p className={classes['error']} role="alert">
          {messageOf(error)}
        </p>
      )}
      {children && <div className={classes['more']}>{children}</div>}
    </div>
  );
}

interface SheetSelectProps {
  label: string;
  sheets: readonly Sheet[];
  chosen: Sheet | null;
  /** The label of the option to choose no sheet. Without it, a sheet is always chosen. */
  none?: string;
  onChoose: (sheet: Sheet | null) => void;
}

/** Lets the user choose a sheet of a workbook. Renders nothing if there is no choice. */
export function SheetSelect({ label, sheets, chosen, none, onChoose }: SheetSelectProps) {
  const options = sheets.map(({ name }, at) => ({ value: `${at}`, label: name }));
  if (none !== undefined) options.unshift({ value: '', label: none });
  if (options.length < 2) return null;
  return (
    <NativeSelect
      size="xs"
      label={label}
      data={options}
      value={chosen ? `${sheets.indexOf(chosen)}` : ''}
      onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : (sheets[Number(value)] ?? null))}
    />
  );
}
