import { Alert, Button, Checkbox, Group, List, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import type { Output } from '../api/contract.ts';
import { switchMode, useMode } from '../api/mode.ts';
import { connectionRequestQuery, type Me, meQuery } from '../api/queries.ts';
import { codeOf } from '../api/refusal.ts';
import { Done, FormPage } from '../shared/form.tsx';
import { plainName } from '../shared/format.ts';
import { Hint, PageTitle, Section, wrapping } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';

type AppRequest = Output<'GET /v1/connection-requests'>;

const abilities = {
  read: 'Read cases, documents, messages and charges',
  write: 'Create and change drafts, upload files, send messages',
  submit: 'Ask to submit, withdraw, pay or report a cure',
} as const;

/** Where an app sends the browser of a person, to ask for access. */
export function Connect() {
  const { request, problem } = useSearch({ from: '/customer/authorize' });
  if (problem !== undefined || request === '') return <Ended title="The app asks in a wrong way" />;
  return <Asked request={request} />;
}

/** Where a person types the code that a device shows. */
export function Device() {
  const { user_code: code } = useSearch({ from: '/customer/device' });
  const { request } = useSearch({ from: '/customer/device' });
  const navigate = useNavigate();
  const form = useForm({ initialValues: { code } });
  if (request !== '') return <Asked request={request} />;
  return (
    <FormPage
      title="Connect a device"
      help="The program on your device or in your terminal shows a code of eight letters."
    >
      <form
        onSubmit={form.onSubmit((values) =>
          navigate({ to: '/device', search: { user_code: '', request: values.code.trim() } }),
        )}
      >
        <Stack align="start">
          <TextInput label="Code" autoComplete="off" {...form.getInputProps('code')} />
          <Hint>Go on only if you started the program yourself, just now, and it shows this code.</Hint>
          <Button type="submit">Continue</Button>
        </Stack>
      </form>
    </FormPage>
  );
}

function Asked({ request }: { request: string }) {
  const asked = useQuery({ ...connectionRequestQuery(request), gcTime: 0, refetchOnWindowFocus: false });
  const me = useQuery(meQuery);
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(null);
  if (answer !== null) return <Answered answer={answer} />;
  if (codeOf(asked.error) === 'not_found' || codeOf(asked.error) === 'invalid_request')
    return <Ended title="Nothing is asked here any more" />;
  return (
    <QueryState query={asked}>
      {(shown) => (
        <QueryState query={me}>
          {(person) => <Decision request={request} asked={shown} me={person} onAnswer={setAnswer} />}
        </QueryState>
      )}
    </QueryState>
  );
}

interface DecisionProps {
  request: string;
  asked: AppRequest;
  me: Me;
  onAnswer: (answer: 'yes' | 'no') => void;
}

function Decision({ request, asked, me, onAnswer }: DecisionProps) {
  const name = plainName(asked.name);
  // The mode of the page: what stands above it says the same.
  const mode = useMode();
  useEffect(() => switchMode('test'), []);
  const [asksNobody, setAsksNobody] = useState(false);
  const mayBeLive = me.user.role === 'owner';
  const go = (answer: 'yes' | 'no', { continueUrl }: { continueUrl: string | null }) => {
    onAnswer(answer);
    if (continueUrl !== null) location.assign(continueUrl);
  };
  const yes = useAction({
    run: () =>
      call(
        'POST /v1/connections',
        { body: { request, confirm: mode === 'test' && asksNobody ? 'never' : 'required' } },
        { mode },
      ),
    onDone: (done) => go('yes', done),
  });
  const no = useAction({
    run: () => call('POST /v1/connection-requests/refuse', { body: { request } }, { mode: 'test' }),
    onDone: (done) => go('no', done),
  });
  return (
    <Stack>
      <PageTitle>{`Connect ${name}?`}</PageTitle>
      <Text className="breakable">
        An app that calls itself <b>{name}</b> asks to act for <b>{plainName(me.organization.name)}</b>. It chose this
        name itself; nobody has checked it.{' '}
        {asked.redirectHost === null ? (
          <>It runs on a device that shows the code you typed.</>
        ) : (
          <>
            Your answer goes to <b>{plainName(asked.redirectHost)}</b>.
          </>
        )}
      </Text>
      <Section title="What it may do">
        <Radio.Group label="In which mode" value={mode} onChange={switchMode}>
          <Stack gap="xs" mt="xs">
            <Radio value="test" label="Test: sandbox cases alone" />
            {me.modes.live && (
              <Radio
                value="live"
                label={mayBeLive ? 'Live: real tenants, attorneys and courts' : 'Live: only an owner can allow this'}
                disabled={!mayBeLive}
              />
            )}
          </Stack>
        </Radio.Group>
        <List size="sm" aria-label="It can">
          {asked.scopes.map((scope) => (
            <List.Item key={scope}>{abilities[scope]}</List.Item>
          ))}
        </List>
      </Section>
      <Section title="What it may not">
        <List size="sm" aria-label="It cannot">
          <List.Item>
            Submit, withdraw, pay or report a cure: each time it asks, and a person says yes on this website
          </List.Item>
          <List.Item>Make keys, add endpoints, delete drafts, or manage the organization</List.Item>
        </List>
        {mode === 'test' && (
          <Checkbox
            label="In test mode nobody has to confirm what it does"
            checked={asksNobody}
            onChange={(event) => setAsksNobody(event.currentTarget.checked)}
          />
        )}
        <Hint>You can disconnect it at any time under Developers. It ends by itself 30 days after its last use.</Hint>
      </Section>
      {asked.redirectHost === null && (
        <Alert variant="outline" color="yellow" title="Did you start this yourself?">
          Whoever sent you this code gets the access. Connect only a program that you started yourself, just now.
        </Alert>
      )}
      <RefusalAlert error={yes.error ?? no.error} />
      <Group>
        <Button {...wrapping} {...yes.button}>{`Connect ${name}`}</Button>
        <Button variant="default" {...no.button}>
          Refuse
        </Button>
      </Group>
    </Stack>
  );
}

function Answered({ answer }: { answer: 'yes' | 'no' }) {
  const title = answer === 'yes' ? 'Connected' : 'Refused';
  return (
    <FormPage title={title}>
      <Done title={title} help="You can go back to the app, and close this page." />
    </FormPage>
  );
}

function Ended({ title }: { title: string }) {
  return (
    <FormPage title={title}>
      <Text size="sm">
        No access was given. The request may be answered already, or older than half an hour. Begin again in the app.
      </Text>
    </FormPage>
  );
}
