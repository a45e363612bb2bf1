import { Alert, Badge, Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { meQuery, organizationQuery } from '../../api/queries.ts';
import { PageTitle } from '../../shared/page-title.tsx';
import { QueryState } from '../../shared/query-state.tsx';
import { RefusalAlert } from '../../shared/refusal-alert.tsx';
import { useFormAction } from '../../shared/use-form-action.ts';
import { accountWords, organizationWords as words } from '../../wording/accounts.ts';
import { InviteForm } from './invite-form.tsx';
import { Members } from './members.tsx';

export function OrganizationPage() {
  const query = useQuery(organizationQuery);
  const { data: me } = useQuery(meQuery);
  const isOwner = me?.user.role === 'owner';
  return (
    <Stack>
      <PageTitle>{words.title}</PageTitle>
      <QueryState query={query}>
        {({ name, verified, members }) => (
          <>
            <Group>
              <Badge variant="outline" tt="none">
                {verified ? words.verified : words.unverified}
              </Badge>
            </Group>
            {me && !isOwner && (
              <Alert color="gray" variant="outline">
                {words.onlyOwners}
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
  const form = useForm({ mode: 'uncontrolled', initialValues: { name } });
  const { onSubmit, error, isPending } = useFormAction(form, {
    run: (body) => call('PATCH /v1/organization', { body }),
    onDone: (organization) => {
      queries.setQueryData(organizationQuery.queryKey, organization);
      void queries.invalidateQueries({ queryKey: meQuery.queryKey });
      notifications.show({ message: accountWords.saved });
    },
  });
  return (
    <Paper withBorder p="md">
      <form onSubmit={onSubmit} noValidate>
        <Stack align="start">
          <RefusalAlert error={error} />
          <TextInput
            label={accountWords.organizationName}
            readOnly={!isOwner}
            w="min(100%, 24rem)"
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          {isOwner && (
            <Button type="submit" loading={isPending}>
              {words.rename}
            </Button>
          )}
        </Stack>
      </form>
    </Paper>
  );
}
