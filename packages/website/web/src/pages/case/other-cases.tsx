import { ActionIcon } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ComponentPropsWithRef } from 'react';
import type { Mode } from '../../api/mode.ts';
import { casesQuery } from '../../api/queries.ts';
import { filterOf, isListed, lastSearch } from '../cases/filter.ts';

/** The ids of the previous and next case in the list that this tab read last. Null if there is none. */
export function useNeighbors(mode: Mode, id: string): { previous: string | null; next: string | null } | null {
  const queries = useQueryClient();
  const pages = queries.getQueryData(casesQuery(mode, filterOf(lastSearch.now)).queryKey)?.pages ?? [];
  const listed = pages.flatMap(({ items }) => items).filter((one) => isListed(lastSearch.now, one));
  const ids = listed.map((one) => one.id);
  const place = ids.indexOf(id);
  if (place === -1 || ids.length === 1) return null;
  return { previous: ids[place - 1] ?? null, next: ids[place + 1] ?? null };
}

/** Links to the previous and next case. */
export function OtherCases({ mode, id }: { mode: Mode; id: string }) {
  const neighbors = useNeighbors(mode, id);
  if (neighbors === null) return null;
  return (
    <ActionIcon.Group role="group" aria-label="Other cases">
      <Neighbor
        id={neighbors.previous}
        name="Previous case in the list"
        icon={<IconChevronUp size={16} aria-hidden />}
      />
      <Neighbor id={neighbors.next} name="Next case in the list" icon={<IconChevronDown size={16} aria-hidden />} />
    </ActionIcon.Group>
  );
}

function Neighbor({ id, name, icon }: { id: string | null; name: string; icon: React.ReactNode }) {
  if (id === null) {
    return (
      <ActionIcon variant="default" size="var(--control)" disabled aria-label={name}>
        {icon}
      </ActionIcon>
    );
  }
  return (
    <NeighborLink to="/cases/$id" params={{ id }} aria-label={name} title={name}>
      {icon}
    </NeighborLink>
  );
}

function PlainNeighbor(props: Omit<ComponentPropsWithRef<'a'>, 'color' | 'style'>) {
  return <ActionIcon component="a" variant="default" size="var(--control)" c="var(--ink)" {...props} />;
}
const NeighborLink = createLink(PlainNeighbor);
