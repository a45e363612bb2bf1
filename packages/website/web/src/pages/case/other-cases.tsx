import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Mode } from '../../api/mode.ts';
import { casesQuery } from '../../api/queries.ts';
import { IconLink } from '../../shared/parts.tsx';
import { filterOf, isListed, lastSearch } from '../cases/filter.ts';

/** The ids of the previous and the next case in a list. */
interface Neighbors {
  previous: string | null;
  next: string | null;
}

/**
 * Returns the neighbors in the case list that this browser tab showed most recently. Null if that list doesn't contain
 * the case or contains no other.
 */
export function useNeighbors(mode: Mode, id: string): Neighbors | null {
  const queries = useQueryClient();
  const pages = queries.getQueryData(casesQuery(mode, filterOf(lastSearch.now)).queryKey)?.pages ?? [];
  const listed = pages.flatMap(({ items }) => items).filter((one) => isListed(lastSearch.now, one));
  const ids = listed.map((one) => one.id);
  const place = ids.indexOf(id);
  if (place === -1 || ids.length === 1) return null;
  return { previous: ids[place - 1] ?? null, next: ids[place + 1] ?? null };
}

/** Links to the previous and next case. */
export function OtherCases({ neighbors }: { neighbors: Neighbors }) {
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
    <IconLink
      to="/cases/$id"
      params={{ id }}
      variant="default"
      size="var(--control)"
      c="var(--ink)"
      aria-label={name}
      title={name}
    >
      {icon}
    </IconLink>
  );
}
