import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { pageData } from '../api/page-data.ts';
import { optionsOf } from './form.tsx';

/** States by their names, found as they are typed. The values are their codes. */
export function StatesField(props: MultiSelectProps) {
  const isNone = props.value?.length === 0;
  return (
    <MultiSelect
      data={optionsOf(pageData().states)}
      {...(isNone && { placeholder: 'Type a name, such as Maryland' })}
      searchable
      hidePickedOptions
      // Within the form, and so within the landmark of the page.
      comboboxProps={{ withinPortal: false }}
      // The field is taller on touch screens. This keeps its text centered.
      styles={{ input: { display: 'flex', alignItems: 'center' }, pillsList: { flex: 1 } }}
      {...props}
    />
  );
}
