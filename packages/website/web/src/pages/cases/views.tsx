import { CloseButton, Group } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Mode } from '../../api/mode.ts';
import { meQuery } from '../../api/queries.ts';
import { SmallButton } from '../../shared/parts.tsx';
import { ReportDialog } from '../../shared/report-dialog.tsx';
import type { CasesSearch } from './filter.ts';

interface ViewsProps {
  mode: Mode;
  search: CasesSearch;
  onOpen: (search: CasesSearch) => void;
}

/** Filters under a name, kept in this browser. */
export default function Views({ mode, search, onOpen }: ViewsProps) {
  const { data: me } = useQuery(meQuery);
  const [views, setViews] = useLocalStorage<Readonly<Record<string, CasesSearch>>>({
    key: `views of ${mode} cases of ${me?.user.id ?? ''}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const names = Object.keys(views);
  const isKept = names.some((name) => asText(views[name]) === asText(search));
  if (names.length === 0 && Object.keys(search).length === 0) return null;
  return (
    <Group gap="xs" role="group" aria-label="Saved views">
      {Object.entries(views).map(([name, view]) => (
        <Group key={name} gap={0}>
          <SmallButton
            variant="default"
            fw={asText(view) === asText(search) ? 700 : 500}
            aria-pressed={asText(view) === asText(search)}
            onClick={() => onOpen(view)}
          >
            {name}
          </SmallButton>
          <CloseButton
            size="sm"
            aria-label={`Remove the view ${name}`}
            onClick={() => setViews(Object.fromEntries(Object.entries(views).filter(([other]) => other !== name)))}
          />
        </Group>
      ))}
      {Object.keys(search).length > 0 && !isKept && (
        <ReportDialog
          verb="Save as a view"
          send="Save view"
          meaning="The filters and the order of the list, under a name. Kept in this browser."
          fields={[{ name: 'name', label: 'Name', kind: 'text', required: true }]}
          button={{ size: 'xs', variant: 'subtle' }}
          run={({ name }) => Promise.resolve(String(name).trim().slice(0, 60))}
          onDone={(name) => setViews({ ...views, [name]: search })}
        />
      )}
    </Group>
  );
}

const asText = (search: CasesSearch | undefined) =>
  JSON.stringify(Object.entries(search ?? {}).toSorted(([one], [two]) => one.localeCompare(two)));
