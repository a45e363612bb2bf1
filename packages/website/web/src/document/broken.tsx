import { Alert } from '@mantine/core';
import { useEffect } from 'react';

/** Called once the document is displayed, or, with `true`, once the page says that the document can't be shown. */
export type OnShown = (isBroken?: boolean) => void;

/** Says that a file can't be shown, so the reader knows to download it. */
export function Broken({ onShown }: { onShown: OnShown }) {
  useEffect(() => onShown(true), [onShown]);
  return (
    <Alert color="red" role="alert" className="pdf-problem">
      This file cannot be shown and may be damaged. Download it to look at it.
    </Alert>
  );
}
