import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { type Mode, useMode } from '../../api/mode.ts';
import { PageTitle } from '../../shared/page-title.tsx';
import { developerWords as words } from '../../wording/developers.ts';
import { ApiKeys } from './api-keys.tsx';
import { Endpoints } from './endpoints.tsx';
import { EventFeed } from './event-feed.tsx';
import { FirstCalls } from './first-calls.tsx';

export function Developers() {
  const mode = useMode();
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>Developers</PageTitle>
        <Group gap="md">
          <Text c="dimmed">{words.help[mode]}</Text>
          <Anchor href="/docs">API reference</Anchor>
          <Anchor href="/docs/guides">Guides</Anchor>
        </Group>
      </div>
      <OfMode key={mode} mode={mode} />
    </Stack>
  );
}

/** Begins anew in each mode, so no secret is shown under the name of the other. */
function OfMode({ mode }: { mode: Mode }) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      <ApiKeys mode={mode} secret={secret} onSecret={setSecret} />
      <FirstCalls mode={mode} secret={secret} />
      <Endpoints mode={mode} />
      <EventFeed mode={mode} />
    </>
  );
}
