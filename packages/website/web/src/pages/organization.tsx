import type { ApiKey, Member } from '@evict/contract';
import { Alert, Badge, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { apiKeysQuery, type Me, meQuery, organizationQuery } from '../api/queries.ts';
import { Form, optionsOf, useFormAction } from '../shared/form.tsx';
import { formatMoment } from '../shared/format.ts';
import { AppLink, Hint, PageTitle, SmallButton } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';
import { isActive, keyName } from '../shared/credentials.ts';
import { SingleSignOnSettings } from './single-sign-on-settings.tsx';

export function OrganizationPage() {
  const query = useQuery(organizationQuery);
  const { data: me } = useQuery(meQuery);
  const isOwner = me?.user.role === 'owner';
  return (
    <Stack>
      <PageTitle>Organization</PageTitle>
      <QueryState query={query}>
        {({ name, verified, timeZone, members }) => (
          <>
            <Group>
              <Badge variant="outline" tt="none">
                {verified ? 'Verified' : 'Not verified yet'}
              </Badge>
              {isOwner && <AppLink to="/organization/audit">Audit</AppLink>}
            </Group>
            {me && !isOwner && (
              <Alert color="gray" variant="outline">
                Only an owner can change the organization and its members.
              </Alert>
            )}
            <NameForm key={name} name={name} isOwner={isOwner} />
            <TimeZoneForm timeZone={timeZone} isOwner={isOwner} />
            <Members members={members} isOwner={isOwner} me={me} />
            {isOwner && <InviteForm />}
            {isOwner && <SingleSignOnSettings />}
          </>
        )}
      </QueryState>
    </Stack>
  );
}

function NameForm({ name, isOwner }: { name: string; isOwner: boolean }) {
  const queries = useQueryClient();
  const { form, action } = useFormAction({
    initialValues: { name },
    run: (body) => call('PATCH /v1/organization', { body }),
    onDone: (organization) => {
      queries.setQueryData(organizationQuery.queryKey, organization);
      void queries.invalidateQueries({ queryKey: meQuery.queryKey });
      notifications.show({ message: 'Saved' });
    },
  });
  return (
    <Paper withBorder p="md">
      <Form action={action} verb="Save name" isNarrow canSend={isOwner}>
        <TextInput label="Organization name" readOnly={!isOwner} w="min(100%, 24rem)" {...form.getInputProps('name')} />
      </Form>
    </Paper>
  );
}

function TimeZoneForm({ timeZone = '', isOwner }: { timeZone: string | undefined; isOwner: boolean }) {
  const queries = useQueryClient();
  const { form, action } = useFormAction({
    initialValues: { timeZone },
    run: (chosen) => call('PATCH /v1/organization', { body: { timeZone: chosen.timeZone || null } }),
    onDone: (organization) => {
      queries.setQueryData(organizationQuery.queryKey, organization);
      void queries.invalidateQueries({ queryKey: meQuery.queryKey });
      notifications.show({ message: 'Saved' });
    },
  });
  const others = [new Intl.DateTimeFormat().resolvedOptions().timeZone, timeZone];
  const zones = { ...Object.fromEntries(others.filter(Boolean).map((zone) => [zone, zone])), ...zoneNames };
  return (
    <Paper withBorder p="md">
      <Form action={action} verb="Save time zone" isNarrow canSend={isOwner}>
        <NativeSelect
          label="Time zone"
          description="Of times on these pages and in emails. Daily emails come at 8 in the morning there, without a choice in New York."
          disabled={!isOwner}
          data={optionsOf(zones, 'That of each reader')}
          {...form.getInputProps('timeZone')}
        />
      </Form>
    </Paper>
  );
}

/** Where the cases are. That of the reader is offered beside them. */
const zoneNames = {
  'America/New_York': 'Eastern time',
  'America/Chicago': 'Central time',
  'America/Denver': 'Mountain time',
  'America/Phoenix': 'Arizona',
  'America/Los_Angeles': 'Pacific time',
  'America/Anchorage': 'Alaska',
  'Pacific/Honolulu': 'Hawaii',
};

const roleNames = { owner: 'Owner', member: 'Member', attorney: 'Attorney', platform_admin: 'Operator' };

type Invited = { email: string; role: 'member' | 'owner' };

function InviteForm() {
  const queries = useQueryClient();
  const { form, action } = useFormAction<Invited, unknown>({
    initialValues: { email: '', role: 'member' },
    run: (body) => call('POST /v1/organization/members', { body }),
    onDone: () => {
      form.reset();
      notifications.show({ message: 'The invitation has been sent' });
      void queries.invalidateQueries({ queryKey: organizationQuery.queryKey });
    },
    codes: { email_taken: 'email' },
  });
  return (
    <Paper withBorder p="md">
      <Form action={action} verb="Invite" isNarrow>
        <Title order={2} size="h3">
          Invite a member
        </Title>
        <TextInput label="Email" type="email" w="min(100%, 24rem)" {...form.getInputProps('email')} />
        <NativeSelect
          label="Role"
          data={optionsOf({ member: 'Member', owner: 'Owner' })}
          {...form.getInputProps('role')}
        />
        <Text size="sm">
          Members can do everything except rename the organization, create live keys and manage members.
        </Text>
      </Form>
    </Paper>
  );
}

interface MembersProps {
  members: readonly Member[];
  isOwner: boolean;
  me: Me | undefined;
}

function Members({ members, isOwner, me }: MembersProps) {
  const inTest = useQuery({ ...apiKeysQuery('test'), enabled: isOwner });
  const inLive = useQuery({ ...apiKeysQuery('live'), enabled: isOwner && me?.modes.live === true });
  const keys = [...(inTest.data?.items ?? []), ...(inLive.data?.items ?? [])].filter(isActive);
  return (
    <section aria-labelledby="members">
      <Title order={2} size="h3" id="members" mb="xs">
        Members
      </Title>
      <Stack component="ul" gap="xs" pl={0} style={{ listStyle: 'none' }}>
        {members.map((member) => (
          <li key={member.id}>
            <Row
              member={member}
              isOwner={isOwner}
              isSelf={member.id === me?.user.id}
              keys={keys.filter(({ createdBy }) => createdBy?.id === member.id)}
            />
          </li>
        ))}
      </Stack>
    </section>
  );
}

interface RowProps {
  member: Member;
  isOwner: boolean;
  isSelf: boolean;
  /** Active ones that the member created, in both modes. */
  keys: readonly ApiKey[];
}

function Row({ member, isOwner, isSelf, keys }: RowProps) {
  const { id: userId, email, name, role, invitedAt } = member;
  const isInvited = invitedAt !== undefined;
  const otherRole = role === 'owner' ? 'member' : 'owner';
  const queries = useQueryClient();
  const refresh = organizationQuery.queryKey;
  const onDone = () => isSelf && void queries.invalidateQueries({ queryKey: meQuery.queryKey });
  const setRole = useAction({
    run: () => call('PATCH /v1/organization/members/{userId}', { userId, body: { role: otherRole } }),
    refresh,
    onDone,
    onRefused: onDone,
  });
  const keyNames = keys.map((key) => `${keyName(key)} (${key.mode})`).join(', ');
  const removeWithKeys = useAction({
    run: () => call('DELETE /v1/organization/members/{userId}', { userId, query: { apiKeys: 'revoke' } }),
    refresh,
    ask: {
      title: 'Remove this member and their keys?',
      meaning: `${email}. They are signed out at once, and API keys they created stop working: ${keyNames}.`,
      verb: 'Remove with keys',
      isDangerous: true,
    },
  });
  const remove = useAction({
    run: () => call('DELETE /v1/organization/members/{userId}', { userId }),
    refresh,
    onDone,
    onRefused: onDone,
    ask: {
      ...(isInvited
        ? {
            title: 'Revoke this invitation?',
            meaning: `${email}. The emailed link stops working at once.`,
            verb: 'Revoke',
          }
        : {
            title: 'Remove this member?',
            meaning: `${email}. They are signed out at once. ${keys.length > 0 ? `API keys they created keep working: ${keyNames}.` : ''}`,
            verb: 'Remove',
          }),
      isDangerous: true,
    },
  });
  // Inviting again replaces the invitation, and with it the link in the mail.
  const resend = useAction({
    run: () =>
      call('POST /v1/organization/members', {
        body: { email, role: role === 'owner' ? 'owner' : 'member', ...(name !== null && { name }) },
      }),
    refresh,
    onDone: () => notifications.show({ message: 'The invitation has been sent' }),
  });
  const act = (verb: string, { button }: ReturnType<typeof useAction>) => (
    <SmallButton aria-label={`${verb}: ${email}`} {...button}>
      {verb}
    </SmallButton>
  );
  return (
    <>
      <Group justify="space-between">
        <div className="breakable">
          <Text>
            {name ?? email}
            {isSelf && ` (you)`}
          </Text>
          <Hint>
            {[
              email,
              roleNames[role],
              isInvited && `Invited ${formatMoment(invitedAt)}, valid for 7 days, not yet accepted`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Hint>
        </div>
        {isOwner && (
          <Group gap="xs">
            {isInvited && act('Resend', resend)}
            {act(otherRole === 'owner' ? 'Make owner' : 'Make member', setRole)}
            {act(isInvited ? 'Revoke' : 'Remove', remove)}
            {!isSelf && keys.length > 0 && act('Remove with keys', removeWithKeys)}
          </Group>
        )}
      </Group>
      <RefusalAlert error={setRole.error ?? remove.error ?? removeWithKeys.error ?? resend.error} />
    </>
  );
}
