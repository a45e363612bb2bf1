import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { IconBook2 } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Mode, useMode } from '../../api/mode.ts';
import { connectionsQuery } from '../../api/queries.ts';
import { Page } from '../../shared/page.tsx';
import { PartLinks } from '../../shared/part-links.tsx';
import type { DeveloperPart } from '../../search.ts';
import { ApiKeys } from './api-keys.tsx';
import { ConnectedApps } from './connected-apps.tsx';
import classes from './developers.module.css';
import { Endpoints } from './endpoints.tsx';
import { EventFeed } from './event-feed.tsx';
import { FirstCalls } from './first-calls.tsx';

export function Developers() {
  const mode = useMode();
  return (
    <Page
      title="Developers"
      width="full"
      actions={
        <>
          <Button
            component="a"
            href="/docs"
            variant="default"
            leftSection={<IconBook2 size={16} aria-hidden />}
            visibleFrom="sm"
          >
            API reference
          </Button>
          <Button component="a" href="/docs/guides" variant="default" visibleFrom="sm">
            Guides
          </Button>
        </>
      }
    >
      <OfMode key={mode} mode={mode} />
    </Page>
  );
}

/** Remounted for each mode, so no secret is shown under the other mode's name. */
function OfMode({ mode }: { mode: Mode }) {
  const { part = 'keys' } = useSearch({ from: '/customer/developers' });
  const apps = useQuery(connectionsQuery(mode));
  const [secret, setSecret] = useState<string | null>(null);
  const parts: Record<DeveloperPart, React.ReactNode> = {
    keys: (
      <>
        <ApiKeys mode={mode} secret={secret} onSecret={setSecret} />
        <Endpoints mode={mode} />
      </>
    ),
    events: <EventFeed mode={mode} />,
    apps: <ConnectedApps mode={mode} />,
    calls: <FirstCalls mode={mode} secret={secret} />,
  };
  return (
    <>
      <PartLinks
        label="Developers"
        shown={part}
        parts={[
          { part: 'keys', name: 'Keys and webhooks' },
          { part: 'events', name: 'Events' },
          { part: 'apps', name: 'Connected apps', count: apps.data?.items.length },
          { part: 'calls', name: 'First calls' },
        ]}
      />
      <div className={classes['sections']}>{parts[part]}</div>
    </>
  );
}
