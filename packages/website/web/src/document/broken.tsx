import { Alert } from '@mantine/core';
import { useEffect } from 'react';

/**
 * Called when there is something to see. The argument is `true` if that is only a message that the file can't be shown.
 */
export type OnShown = (isBroken?: boolean) => void;

/** Says that a file can't be shown. Warns readers who have to see it, so that they download it. */
export function Broken({ onShown }: { onShown: OnShown }) {
  useEffect(() => onShown(true), [onShown]);
  return (
    <Alert color="red" role="alert" className="pdf-problem">
      This file cannot be shown and may be damaged. Download it to look at it.
    </Alert>
  );
}
