import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { Key } from './parts.tsx';
import classes from './search-field.module.css';

interface SearchFieldProps extends ReturnType<typeof useTyped> {
  ref: Ref<HTMLInputElement>;
}

/** The field that searches a list of cases. The page focuses it when the user presses `/`. */
export function SearchField(props: SearchFieldProps) {
  return (
    <TextInput
      className={classes['search'] ?? ''}
      aria-label="Search"
      placeholder="Name, address, or number"
      type="search"
      maxLength={100}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={<Key>/</Key>}
      rightSectionPointerEvents="none"
      {...props}
    />
  );
}

/**
 * Returns the properties of a text field that calls `send` shortly after typing, and follows changes of `value`, such
 * as when the URL changes.
 */
export function useTyped(value = '', send: (text: string) => void) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const sendSoon = useDebouncedCallback((text: string) => {
    sent.current = text;
    send(text);
  }, 300);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  return {
    value: typed,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => {
      setTyped(currentTarget.value);
      sendSoon(currentTarget.value);
    },
  };
}
