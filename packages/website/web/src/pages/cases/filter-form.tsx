import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { optionsOf } from '../../shared/form.tsx';
import type { CasesSearch } from './filter.ts';
import { type ChangeSearch, filtersOf, sortNames } from './filter-options.ts';

interface FilterFormProps {
  search: CasesSearch;
  onChange: ChangeSearch;
  close: () => void;
}

/** A form for phones with every filter and the sort order. It applies all of them at once. */
export function FilterForm({ search, onChange, close }: FilterFormProps) {
  const filters = filtersOf(search);
  const [change, setChange] = useState<Parameters<ChangeSearch>[0]>({});
  const set = (name: keyof CasesSearch) => (event: { currentTarget: { value: string } }) =>
    setChange({ ...change, [name]: event.currentTarget.value });
  return (
    <Stack>
      {(['state', 'ground', 'since'] as const).map((name) => {
        const { label, any, options } = filters[name];
        const value = change[name] ?? search[name] ?? '';
        return (
          <NativeSelect
            key={name}
            label={label}
            data={optionsOf(options, any)}
            value={Object.hasOwn(options, value) ? value : ''}
            onChange={set(name)}
          />
        );
      })}
      <TextInput
        label="Your reference"
        maxLength={100}
        value={change.reference ?? search.reference ?? ''}
        onChange={set('reference')}
      />
      {search.q === undefined && (
        <NativeSelect
          label="Sort"
          data={optionsOf(sortNames)}
          value={change.sort ?? search.sort ?? ''}
          onChange={set('sort')}
        />
      )}
      <Group justify="flex-end">
        <Button
          variant="default"
          onClick={() => {
            onChange({ state: '', ground: '', since: '', reference: '', sort: '' });
            close();
          }}
        >
          Clear filters
        </Button>
        <Button
          onClick={() => {
            onChange(change);
            close();
          }}
        >
          Filter
        </Button>
      </Group>
    </Stack>
  );
}
