import { Alert, Badge, Group, NativeSelect, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { meQuery, organizationQuery } from '../../api/queries.ts';
import { Form, useFormAction } from '../../shared/form.tsx';
import { optionsOf } from '../../shared/options.ts';
import { PageTitle } from '../../shared/page-title.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { accountWords, organizationWords as words } from '../../wording/accounts.ts';
import { Members } from './members.tsx';

export function OrganizationPage() {
  const query = useQuery(organizationQuery);
  const { data: me } = useQuery(meQuery);
  const isOwner = me?.user.role === 'owner';
  return (
    <Stack>
      <PageTitle>Organization</PageTitle>
      <QueryState query={query}>
        {({ name, verified, members }) => (
          <>
            <Group>
              <Badge variant="outline" tt="none">
                {verified ? 'Verified' : 'Not verified yet'}
              </Badge>
            </Group>
            {me && !isOwner && (
              <Alert color="gray" variant="outline">
                Only an owner can change the organization and its members.
              </Alert>
            )}
            <NameForm key={name} name={name} isOwner={isOwner} />
            <Members members={members} isOwner={isOwner} ownId={me?.user.id} />
            {isOwner && <InviteForm />}
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

type Invited = { email: string; role: 'member' | 'owner' };

const { member, owner } = words.roles;

function InviteForm() {
  const queries = useQueryClient();
  const { form, action } = useFormAction<Invited, unknown>({
    initialValues: { email: '', role: 'member' },
    run: (body) => call('POST /v1/organization/members', { body }),
    onDone: () => {
      form.reset();
      notifications.show({ message: words.invited });
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
        <TextInput label={accountWords.email} type="email" w="min(100%, 24rem)" {...form.getInputProps('email')} />
        <NativeSelect label="Role" data={optionsOf({ member, owner })} {...form.getInputProps('role')} />
        <Text size="sm">
          Members can do everything except rename the organization, create live keys and manage members.
        </Text>
      </Form>
    </Paper>
  );
}
