import type { MailInAddress } from '@evict/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import type { Mode } from '../../api/mode.ts';
import { mailInAddressesQuery } from '../../api/queries.ts';
import { CreatedAndUsed, CredentialRow } from '../../shared/credential-row.tsx';
import { PlainList, Section } from '../../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../../shared/query-state.tsx';
import { SecretOnce } from '../../shared/secret-once.tsx';
import { useAction } from '../../shared/use-action.ts';

/** The addresses that take files by mail; nothing where this service has none. */
export function MailInAddresses({ mode }: { mode: Mode }) {
  const query = useQuery(mailInAddressesQuery(mode));
  const [address, setAddress] = useState<string | null>(null);
  const create = useAction({
    run: () => call('POST /v1/intake/addresses', {}, { mode }),
    refresh: mailInAddressesQuery(mode).queryKey,
    onDone: (made) => setAddress(made.address),
  });
  if (query.data?.domain === null) return null;
  return (
    <Section
      title="By mail"
      help={`Send or forward mail to a secret address, and the files attached to it come into this ${mode} inbox. Whoever has the address can add files, and read nothing.`}
    >
      <RefusalAlert error={create.error} />
      {address !== null && (
        <SecretOnce
          title="Your new mail address"
          help="Copy it now: it is shown only once."
          secret={address}
          onDone={() => setAddress(null)}
        />
      )}
      <Group>
        <Button {...create.button}>Create address</Button>
      </Group>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">There are no mail addresses yet.</Text>
          ) : (
            <PlainList aria-label="Mail addresses">
              {items.map((one) => (
                <Row key={one.id} one={one} mode={mode} />
              ))}
            </PlainList>
          )
        }
      </QueryState>
    </Section>
  );
}

function Row({ one: { id, lastFour, createdAt, lastUsedAt }, mode }: { one: MailInAddress; mode: Mode }) {
  const revoke = useAction({
    run: () => call('DELETE /v1/intake/addresses/{id}', { id }, { mode }),
    refresh: mailInAddressesQuery(mode).queryKey,
    ask: {
      title: 'Revoke this address?',
      meaning: 'Mail to it is refused from now on. A revoked address cannot be restored.',
      verb: 'Revoke',
      isDangerous: true,
    },
  });
  return (
    <CredentialRow name={`Address … ${lastFour}`} revoke={revoke}>
      <CreatedAndUsed createdAt={createdAt} lastUsedAt={lastUsedAt} />
    </CredentialRow>
  );
}
