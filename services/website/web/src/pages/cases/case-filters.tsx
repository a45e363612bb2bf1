import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { casesWords as words, groundNames, stateNames } from '../../wording/cases.ts';
import { type CasesSearch, stateGroups } from './filter.ts';

interface CaseFiltersProps {
  search: CasesSearch;
  /** An empty value takes its filter away. */
  onChange: (change: Partial<Record<keyof CasesSearch, string>>) => void;
}

/** The search and the filters of the API, which are part of the address of the page. */
export function CaseFilters({ search, onChange }: CaseFiltersProps) {
  const onTyped = useDebouncedCallback(onChange, 300);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 5 }} role="search" spacing="sm">
      <TextInput
        label="Search"
        placeholder="Address or party name"
        type="search"
        maxLength={100}
        defaultValue={search.q ?? ''}
        onChange={(event) => onTyped({ q: event.currentTarget.value })}
      />
      <NativeSelect
        label="State"
        data={[{ value: '', label: 'Any state' }, ...optionsOf(words.groups, stateGroups), ...optionsOf(stateNames)]}
        value={search.state ?? ''}
        onChange={(event) => onChange({ state: event.currentTarget.value })}
      />
      <NativeSelect
        label="Ground"
        data={[{ value: '', label: 'Any ground' }, ...optionsOf(groundNames)]}
        value={search.ground ?? ''}
        onChange={(event) => onChange({ ground: event.currentTarget.value })}
      />
      <TextInput
        label="Your reference"
        maxLength={100}
        defaultValue={search.reference ?? ''}
        onChange={(event) => onTyped({ reference: event.currentTarget.value })}
      />
      <TextInput
        label="Changed since"
        type="date"
        defaultValue={search.since ?? ''}
        onChange={(event) => onTyped({ since: event.currentTarget.value })}
      />
    </SimpleGrid>
  );
}

function optionsOf(names: Readonly<Record<string, string>>, among: object = names) {
  return Object.keys(among).map((value) => ({ value, label: names[value] ?? value }));
}
