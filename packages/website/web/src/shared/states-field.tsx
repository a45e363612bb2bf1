import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { pageData } from '../api/page-data.ts';
import { optionsOf } from './form.tsx';

/** A field for states, which are found by typing their names. The values are their codes. */
export function StatesField(props: MultiSelectProps) {
  const isNone = props.value?.length === 0;
  return (
    <MultiSelect
      data={optionsOf(pageData().states)}
      {...(isNone && { placeholder: 'Type a name, such as Maryland' })}
      searchable
      hidePickedOptions
      // Keeps the list inside the form, and thus inside the page's landmark.
      comboboxProps={{ withinPortal: false }}
      // The field is taller on touch screens. This keeps its text centered.
      styles={{ input: { display: 'flex', alignItems: 'center' }, pillsList: { flex: 1 } }}
      {...props}
    />
  );
}
