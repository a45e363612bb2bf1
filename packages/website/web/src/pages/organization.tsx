import type { ApiKey, Member } from '@evict/contract';
import { ActionIcon, Menu, NativeSelect, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { call } from '../api/call.ts';
import type { Output } from '../api/contract.ts';
import { apiKeysQuery, type Me, meQuery, organizationQuery } from '../api/queries.ts';
import { isActive, keyName } from '../shared/credentials.ts';
import { DataTable } from '../shared/data-table.tsx';
import { DialogForm } from '../shared/dialog-form.tsx';
import { DialogButton } from '../shared/dialog.tsx';
import { Form, optionsOf, useFormAction } from '../shared/form.tsx';
import { addDays, dayOf, formatShortDay, plainName } from '../shared/format.ts';
import { Page } from '../shared/page.tsx';
import { Banner, ButtonLink, Hint, Loading, Section, Tag } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { SendLinkAgain } from '../shared/send-link-again.tsx';
import { Setting, Settings } from '../shared/setting.tsx';
import { useAction } from '../shared/use-action.ts';
import { SingleSignOnSettings } from './single-sign-on-settings.tsx';

export function OrganizationPage() {
  const query = useQuery(organizationQuery);
  const { data: me } = useQuery(meQuery);
  const isOwner = me?.user.role === 'owner';
  return (
    <Page title="Organization" width="settings">
      <QueryState query={query} skeleton={<Loading lines={6} height={56} />}>
        {({ name, verified, timeZone, members }) => (
          <>
            {me && !isOwner && <Hint>Only an owner can change the organization and its members.</Hint>}
            <Members members={members} isOwner={isOwner} me={me} />
            <Settings>
              <Setting
                title="Details"
                help={
                  verified
                    ? 'An owner has confirmed their email address, or our operators have verified the organization.'
                    : 'An organization is verified once an owner has confirmed their email address.'
                }
              >
                <Verification isVerified={verified} email={isOwner ? me?.user.email : undefined} />
                <NameForm key={name} name={name} isOwner={isOwner} />
              </Setting>
              <Setting
                title="Dates and times"
                help="Used for times on this site and in email. Daily email comes at 8 a.m. in this zone."
              >
                <TimeZoneForm timeZone={timeZone} isOwner={isOwner} />
              </Setting>
              {isOwner && <SingleSignOnSettings />}
              {isOwner && (
                <Setting
                  title="Audit log"
                  help="It shows who signed in and who changed members, keys, and cases. Most entries are kept for seven years."
                >
                  <div>
                    <ButtonLink to="/organization/audit" variant="default">
                      Open audit log
                    </ButtonLink>
                  </div>
                </Setting>
              )}
            </Settings>
          </>
        )}
      </QueryState>
    </Page>
  );
}

/**
 * Says whether the organization is verified, and how an owner can verify it. `email` is the owner's address. It is
 * undefined for other members.
 */
function Verification({ isVerified, email }: { isVerified: boolean; email: string | undefined }) {
  if (isVerified || email === undefined) {
    return (
      <div>
        <Tag tone={isVerified ? 'good' : 'neutral'}>{isVerified ? 'Verified' : 'Not verified yet'}</Tag>
      </div>
    );
  }
  return (
    <Banner tone="active" title="Confirm your email address to verify this organization." action={<SendLinkAgain />}>
      Click the link that we sent to {email}.
    </Banner>
  );
}

/** Returns what to do once a change is saved. `what` names it in the message, such as `Time zone`. */
function useSaved(what: string) {
  const queries = useQueryClient();
  return (organization: Output<'PATCH /v1/organization'>) => {
    queries.setQueryData(organizationQuery.queryKey, organization);
    void queries.invalidateQueries({ queryKey: meQuery.queryKey });
    notifications.show({ message: `${what} saved` });
  };
}

function NameForm({ name, isOwner }: { name: string; isOwner: boolean }) {
  const onDone = useSaved('Organization name');
  const { form, action } = useFormAction({
    initialValues: { name },
    run: (body) => call('PATCH /v1/organization', { body }),
    onDone,
  });
  return (
    <Form action={action} verb="Save name" variant="default" canSend={isOwner}>
      <TextInput label="Organization name" readOnly={!isOwner} {...form.getInputProps('name')} />
    </Form>
  );
}

function TimeZoneForm({ timeZone = '', isOwner }: { timeZone: string | undefined; isOwner: boolean }) {
  const onDone = useSaved('Time zone');
  const { form, action } = useFormAction({
    initialValues: { timeZone },
    run: (chosen) => call('PATCH /v1/organization', { body: { timeZone: chosen.timeZone || null } }),
    onDone,
  });
  const others = [new Intl.DateTimeFormat().resolvedOptions().timeZone, timeZone];
  const zones = { ...Object.fromEntries(others.filter(Boolean).map((zone) => [zone, zone])), ...zoneNames };
  return (
    <Form action={action} verb="Save time zone" variant="default" canSend={isOwner}>
      <NativeSelect
        label="Time zone"
        disabled={!isOwner}
        data={optionsOf(zones, 'Each person’s own (daily email at 8 a.m. Eastern)')}
        {...form.getInputProps('timeZone')}
      />
    </Form>
  );
}

/** The US time zones that can be chosen. The user's own is offered too. */
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

function Invite() {
  return (
    <DialogButton
      verb="Invite member"
      title="Invite member"
      button={{ variant: 'filled', leftSection: <IconPlus size={16} aria-hidden /> }}
    >
      {(close) => <InviteForm close={close} />}
    </DialogButton>
  );
}

function InviteForm({ close }: { close: () => void }) {
  const { form, action } = useFormAction<Invited, unknown>({
    initialValues: { email: '', role: 'member' },
    run: (body) => call('POST /v1/organization/members', { body }),
    onDone: (_, { email }) => {
      close();
      notifications.show({ message: `Invitation sent to ${email}` });
    },
    refresh: organizationQuery.queryKey,
    codes: { email_taken: 'email' },
  });
  return (
    <DialogForm action={action} verb="Invite member" onCancel={close}>
      <TextInput label="Email" type="email" data-autofocus {...form.getInputProps('email')} />
      <NativeSelect
        label="Role"
        description="Members can do everything except manage the organization and its members, create live keys, and connect apps in live mode."
        data={optionsOf({ member: 'Member', owner: 'Owner' })}
        {...form.getInputProps('role')}
      />
      <Hint>We email them a link that works for 7 days.</Hint>
    </DialogForm>
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
  const shown = members.map((member) => ({
    ...member,
    isSelf: member.id === me?.user.id,
    keys: keys.filter(({ createdBy }) => createdBy?.id === member.id),
  }));
  return (
    <Section title="Members" count={members.length} isTable {...(isOwner && { beside: <Invite /> })}>
      <DataTable
        label="Members"
        rows={shown}
        columns={[
          {
            name: 'Name',
            kind: 'main',
            cell: ({ name, email, isSelf }) => (
              <>
                {name === null ? email : plainName(name)}
                {isSelf && ' (you)'}
                {name !== null && <Hint size="xs">{email}</Hint>}
              </>
            ),
          },
          { name: 'Role', cell: ({ role }) => roleNames[role] },
          {
            name: 'Status',
            cell: ({ invitedAt }) =>
              invitedAt === undefined ? (
                'Active'
              ) : (
                <div>
                  <Tag tone="warning">Not yet accepted</Tag>
                  <Hint size="xs">
                    Invited {formatShortDay(dayOf(new Date(invitedAt)))}, expires{' '}
                    {formatShortDay(invitationEnd(invitedAt))}
                  </Hint>
                </div>
              ),
          },
          ...(isOwner
            ? [
                { name: 'API keys', kind: 'number' as const, cell: ({ keys: own }: Shown) => own.length || '–' },
                { name: null, cell: (member: Shown) => <Actions {...member} /> },
              ]
            : []),
        ]}
      />
    </Section>
  );
}

/** Returns the last day of an emailed invitation. */
const invitationEnd = (invitedAt: string) => addDays(dayOf(new Date(invitedAt)), 7);

interface Shown extends Member {
  isSelf: boolean;
  /** The active keys that the member created, in both modes. */
  keys: readonly ApiKey[];
}

/** A menu with the actions that an owner can take on a member. */
function Actions({ id: userId, email, name, role, invitedAt, isSelf, keys }: Shown) {
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
      meaning: `${email} will be signed out at once, and the API keys they created will stop working: ${keyNames}.`,
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
            meaning: `The link in the email to ${email} will stop working at once.`,
            verb: 'Revoke invitation',
          }
        : {
            title: 'Remove this member?',
            meaning: `${email} will be signed out at once.${keys.length > 0 ? ` The API keys they created will keep working: ${keyNames}.` : ''}`,
            verb: 'Remove',
          }),
      isDangerous: true,
    },
  });
  // Inviting a member again replaces the invitation, including the emailed link.
  const resend = useAction({
    run: () =>
      call('POST /v1/organization/members', {
        body: { email, role: role === 'owner' ? 'owner' : 'member', ...(name !== null && { name }) },
      }),
    refresh,
    onDone: () => notifications.show({ message: `Invitation sent to ${email}` }),
  });
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${email}`}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isInvited && <Menu.Item onClick={resend.button.onClick}>Resend invitation</Menu.Item>}
          <Menu.Item onClick={setRole.button.onClick}>{otherRole === 'owner' ? 'Make owner' : 'Make member'}</Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" onClick={remove.button.onClick}>
            {isInvited ? 'Revoke invitation' : 'Remove'}
          </Menu.Item>
          {!isSelf && keys.length > 0 && (
            <Menu.Item color="red" onClick={removeWithKeys.button.onClick}>
              Remove with keys
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <RefusalAlert error={setRole.error ?? remove.error ?? removeWithKeys.error ?? resend.error} />
    </>
  );
}
