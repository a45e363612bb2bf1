import { Alert } from '@mantine/core';
import { useEffect } from 'react';

/** Called once there is something to see, with `true` if that is only that the file cannot be shown. */
export type OnShown = (isBroken?: boolean) => void;

/** Says that a file cannot be shown. Whoever has to have seen it is warned, and downloads it. */
export function Broken({ onShown }: { onShown: OnShown }) {
  useEffect(() => onShown(true), [onShown]);
  return (
    <Alert color="red" role="alert" className="pdf-problem">
      This file cannot be shown and may be damaged. Download it to look at it.
    </Alert>
  );
}
