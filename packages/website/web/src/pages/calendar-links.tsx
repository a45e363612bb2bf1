import type { CalendarLink } from '@evict/contract';
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { holderOfPage } from '../api/holder.ts';
import { type Mode, useMode } from '../api/mode.ts';
import { calendarLinksQuery } from '../api/queries.ts';
import { CreatedAndUsed, CredentialRow } from '../shared/credential-row.tsx';
import { Hint, Lines, Loading } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { SecretOnce } from '../shared/secret-once.tsx';
import { Setting } from '../shared/setting.tsx';
import { useAction } from '../shared/use-action.ts';

/** Links with which calendar programs subscribe to the deadlines of all open cases. */
export function CalendarLinks({ isOwner = false }: { isOwner?: boolean }) {
  const mode = useMode();
  return <OfMode key={mode} mode={mode} isOwner={isOwner} />;
}

/** Remounted for each mode, so no link is shown under the other mode's name. */
function OfMode({ mode, isOwner }: { mode: Mode; isOwner: boolean }) {
  const query = useQuery(calendarLinksQuery(mode));
  const [url, setUrl] = useState<string | null>(null);
  const which = holderOfPage() === 'attorney' ? 'your open cases' : `all open ${mode} cases`;
  const useCreate = (of: CalendarLink['of']) =>
    useAction({
      run: () => call('POST /v1/me/calendar', { body: { of } }, { mode }),
      refresh: calendarLinksQuery(mode).queryKey,
      onDone: (link) => setUrl(link.url),
    });
  const ownLink = useCreate('person');
  const sharedLink = useCreate('organization');
  return (
    <Setting
      title="Calendar"
      help={`Subscribe to the deadlines and hearings of ${which} in your calendar program. Anyone with a link can read their dates, addresses, and references.`}
    >
      <RefusalAlert error={ownLink.error ?? sharedLink.error} />
      {url !== null && (
        <SecretOnce
          title="Your new calendar link"
          help="Copy it now: it is shown only once. In your calendar program, add a calendar by URL and paste the link."
          secret={url}
          onDone={() => setUrl(null)}
        />
      )}
      <Group gap="xs">
        <Button variant="default" {...ownLink.button}>
          Create link
        </Button>
        {isOwner && (
          <Button variant="default" {...sharedLink.button}>
            Create link for the organization
          </Button>
        )}
      </Group>
      <QueryState query={query} skeleton={<Loading lines={1} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Hint>No calendar links yet.</Hint>
          ) : (
            <Lines>
              {items.map((link) => (
                <Row key={link.id} link={link} mode={mode} mayRevoke={link.of === 'person' || isOwner} />
              ))}
            </Lines>
          )
        }
      </QueryState>
    </Setting>
  );
}

function Row({ link, mode, mayRevoke }: { link: CalendarLink; mode: Mode; mayRevoke: boolean }) {
  const { id, of, lastFour, createdAt, lastUsedAt } = link;
  const revoke = useAction({
    run: () => call('DELETE /v1/me/calendar/{id}', { id }, { mode }),
    refresh: calendarLinksQuery(mode).queryKey,
    ask: {
      title: 'Revoke this link?',
      meaning: 'Calendars that use it stop updating. A revoked link cannot be restored.',
      verb: 'Revoke',
      isDangerous: true,
    },
  });
  return (
    <CredentialRow
      name={`${of === 'person' ? 'Your link' : 'Link for the organization'} … ${lastFour}`}
      revoke={revoke}
      mayRevoke={mayRevoke}
    >
      <CreatedAndUsed createdAt={createdAt} lastUsedAt={lastUsedAt} />
    </CredentialRow>
  );
}
