import { Menu, UnstyledButton } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowsSort, IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, type Ref, useState } from 'react';
import { DialogButton } from '../../shared/dialog.tsx';
import { SmallButton } from '../../shared/parts.tsx';
import { SearchField, useTyped } from '../../shared/search-field.tsx';
import { type CasesSearch, isTab, tabOf } from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import { type ChangeSearch, type FilterOptions, filtersOf, sortNames } from './filter-options.ts';
import classes from './list.module.css';

interface FilterBarProps {
  search: CasesSearch;
  searchField: Ref<HTMLInputElement>;
  onChange: ChangeSearch;
  /** The button that saves or removes a view. */
  view: ReactNode;
  exporting: ReactNode;
}

/**
 * The search field, and the filters as chips. Their values are part of the URL. A phone shows the filters in a dialog.
 */
export function FilterBar({ search, searchField, onChange, view, exporting }: FilterBarProps) {
  const text = useTyped(search.q, (q) => onChange({ q }));
  const reference = useTyped(search.reference, (typed) => onChange({ reference: typed }));
  const filters = filtersOf(search);
  const [added, setAdded] = useState<keyof typeof filters | 'reference' | null>(null);
  const value = (name: keyof typeof filters) => (isTabAlone(name, search) ? undefined : search[name]);
  const names = (['ground', 'state', 'since'] as const).filter(
    (name) => name === 'ground' || name === added || value(name) !== undefined,
  );
  const hasReference = search.reference !== undefined || added === 'reference';
  const others = [
    ...(['state', 'since'] as const).filter((name) => !names.includes(name)),
    ...(hasReference ? [] : (['reference'] as const)),
  ];
  const labelOf = (name: (typeof others)[number]) => (name === 'reference' ? 'Your reference' : filters[name].label);
  // Clearing the filter for a closed state returns to the tab of closed cases.
  const clearedOf = (name: keyof CasesSearch) => (name === 'state' && tabOf(search) === 'finished' ? 'finished' : '');
  const remove = (name: keyof CasesSearch) => {
    setAdded(null);
    onChange({ [name]: clearedOf(name) });
  };
  const count = [...(['ground', 'state', 'since'] as const).map(value), search.reference].filter(Boolean).length;
  return (
    <div className={`${classes['bar']} no-print`} role="search">
      <SearchField ref={searchField} {...text} />
      <div className={classes['chips']}>
        {names.map((name) => (
          <Chip
            key={name}
            {...filters[name]}
            value={value(name)}
            isOpened={name === added && value(name) === undefined}
            onChoose={(chosen) => onChange({ [name]: chosen || clearedOf(name) })}
            {...((name !== 'ground' || value(name) !== undefined) && { onRemove: () => remove(name) })}
          />
        ))}
        {hasReference && (
          <span className={classes['chip']}>
            <label className={classes['chipButton']}>
              Your reference
              <input
                className={classes['chipInput']}
                maxLength={100}
                ref={added === 'reference' ? focus : undefined}
                {...reference}
              />
            </label>
            <RemoveChip label="Your reference" onClick={() => remove('reference')} />
          </span>
        )}
        {others.length > 0 && (
          <Menu position="bottom-start">
            <Menu.Target>
              <UnstyledButton className={`${classes['chip']} ${classes['chipButton']} ${classes['add']}`}>
                <IconPlus size={14} aria-hidden />
                Filter
              </UnstyledButton>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map((name) => (
                <Menu.Item key={name} onClick={() => setAdded(name)}>
                  {labelOf(name)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {view}
      </div>
      <div className={classes['end']}>
        {search.q === undefined && (
          <Menu>
            <Menu.Target>
              <SmallButton variant="subtle" leftSection={<IconArrowsSort size={16} aria-hidden />}>
                {sortNames[search.sort ?? ''] ?? sortNames['']}
              </SmallButton>
            </Menu.Target>
            <Menu.Dropdown>
              <Choices options={sortNames} value={search.sort ?? ''} onChoose={(sort) => onChange({ sort })} />
            </Menu.Dropdown>
          </Menu>
        )}
        {exporting}
      </div>
      <div className={classes['phone']}>
        <DialogButton
          verb="Filter"
          title="Filter cases"
          button={{
            leftSection: <IconAdjustmentsHorizontal size={16} aria-hidden />,
            ...(count > 0 && { rightSection: <span className={classes['number']}>{count}</span> }),
          }}
        >
          {(close) => <FilterForm search={search} onChange={onChange} close={close} />}
        </DialogButton>
      </div>
    </div>
  );
}

const focus = (field: HTMLInputElement | null) => field?.focus();

/** Returns whether a parameter only selects a tab, so that it isn't shown as a filter. */
function isTabAlone(name: keyof CasesSearch, { state = 'open' }: CasesSearch): boolean {
  return name === 'state' && isTab(state);
}

interface ChipProps extends FilterOptions {
  value: string | undefined;
  isOpened: boolean;
  onChoose: (value: string) => void;
  onRemove?: () => void;
}

function Chip({ label, any, options, value, isOpened, onChoose, onRemove }: ChipProps) {
  return (
    <span className={classes['chip']}>
      <Menu position="bottom-start" defaultOpened={isOpened}>
        <Menu.Target>
          <UnstyledButton className={classes['chipButton'] ?? ''}>
            <span>
              {label} <b>{value === undefined ? any : (options[value] ?? value)}</b>
            </span>
            <IconChevronDown size={14} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown mah="22rem" style={{ overflowY: 'auto' }}>
          <Choices options={{ '': any, ...options }} value={value ?? ''} onChoose={onChoose} />
        </Menu.Dropdown>
      </Menu>
      {onRemove && <RemoveChip label={label} onClick={onRemove} />}
    </span>
  );
}

interface ChoicesProps {
  options: Readonly<Record<string, string>>;
  value: string;
  onChoose: (value: string) => void;
}

/** Menu items of which one is selected. */
function Choices({ options, value, onChoose }: ChoicesProps) {
  return (
    <Menu.RadioGroup value={value} onChange={onChoose}>
      {Object.entries(options).map(([name, text]) => (
        <Menu.RadioItem key={name} value={name} closeMenuOnClick>
          {text}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

function RemoveChip({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <UnstyledButton className={classes['chipRemove'] ?? ''} aria-label={`Remove the filter ${label}`} onClick={onClick}>
      <IconX size={14} aria-hidden />
    </UnstyledButton>
  );
}
