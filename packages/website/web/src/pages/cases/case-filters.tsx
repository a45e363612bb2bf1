import { Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useNarrowerThan } from '../../shared/use-narrower-than.ts';
import { groundNames, stateNames } from '../../wording/names.ts';
import { type CasesSearch, stateGroups } from './filter.ts';

interface CaseFiltersProps {
  search: CasesSearch;
  /** An empty value takes its filter away. */
  onChange: (change: Partial<Record<keyof CasesSearch, string>>) => void;
}

/** The search and the filters of the API, which are part of the address of the page. A phone shows the filters on demand. */
export function CaseFilters({ search, onChange }: CaseFiltersProps) {
  const onTyped = useDebouncedCallback(onChange, 300);
  const isNarrow = useNarrowerThan('sm');
  const [isOpen, { toggle }] = useDisclosure(Object.keys(search).some((name) => name !== 'q'));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 6 }} role="search" spacing="sm">
      <TextInput
        label="Search"
        placeholder="Name, address or number"
        type="search"
        maxLength={100}
        defaultValue={search.q ?? ''}
        onChange={(event) => onTyped({ q: event.currentTarget.value })}
      />
      {isNarrow && (
        <Button variant="default" aria-expanded={isOpen} onClick={toggle}>
          Filters and order
        </Button>
      )}
      {(!isNarrow || isOpen) && (
        <>
          <NativeSelect
            label="Status"
            data={[{ value: '', label: 'Any status' }, ...optionsOf(groupNames, stateGroups), ...optionsOf(stateNames)]}
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
          <NativeSelect
            label="Sort"
            data={[
              { value: '', label: 'Newest first' },
              { value: 'updatedAt', label: 'Last changed first' },
            ]}
            value={search.q === undefined ? (search.sort ?? '') : ''}
            disabled={search.q !== undefined}
            onChange={(event) => onChange({ sort: event.currentTarget.value })}
          />
        </>
      )}
    </SimpleGrid>
  );
}

const groupNames = { open: 'Open cases', finished: 'Finished cases' };

function optionsOf(names: Readonly<Record<string, string>>, among: object = names) {
  return Object.keys(among).map((value) => ({ value, label: names[value] ?? value }));
}
