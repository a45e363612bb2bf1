import { ActionIcon, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SmallButton } from './parts.tsx';
import classes from './secret-once.module.css';

interface SecretOnceProps {
  title: string;
  help: string;
  secret: string;
  onDone: () => void;
  /** What to do with the secret next. */
  next?: ReactNode;
}

/**
 * Shows a secret that the service never shows again. Once this element is removed, the page no longer has the secret.
 */
export function SecretOnce({ title, help, secret, onDone, next }: SecretOnceProps) {
  return (
    <div className={classes['box']} role="status">
      <IconKey size={18} aria-hidden />
      <div className={classes['body']}>
        <Text size="sm">
          <b>{title}</b> {help}
        </Text>
        <div className={classes['line']}>
          <code className={`${classes['secret']} wrapped`} data-secret>
            {secret}
          </code>
          <CopyButton text={secret} what={title.toLowerCase()} />
        </div>
        <div className={classes['foot']}>
          {next}
          <SmallButton onClick={onDone}>Done</SmallButton>
        </div>
      </div>
    </div>
  );
}

/** A button that copies text and says whether that worked. `what` completes the button's name for screen readers. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const { copy, copied, error } = useClipboard({ timeout: 3000 });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <span className={classes['copy']}>
      <Text size="xs" c="dimmed" aria-live="polite">
        {error ? 'Your browser did not allow copying. Select the text instead.' : copied ? 'Copied' : ''}
      </Text>
      <SmallButton aria-label={`Copy ${what}`} leftSection={<Icon size={14} aria-hidden />} onClick={() => copy(text)}>
        Copy
      </SmallButton>
    </span>
  );
}

/** A copy button that is only an icon, for use next to text on one line. */
export function CopyIcon({ text, what }: { text: string; what: string }) {
  const { copy, copied } = useClipboard({ timeout: 3000 });
  const Icon = copied ? IconCheck : IconCopy;
  return (
    <>
      <span className="sr" aria-live="polite">
        {copied && 'Copied'}
      </span>
      <ActionIcon variant="subtle" color="gray" aria-label={`Copy ${what}`} onClick={() => copy(text)}>
        <Icon size={14} aria-hidden />
      </ActionIcon>
    </>
  );
}
