import { Button, Checkbox, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import type { Output } from '../api/contract.ts';
import { switchMode, useMode } from '../api/mode.ts';
import { connectionRequestQuery, type Me, meQuery } from '../api/queries.ts';
import { codeOf } from '../api/refusal.ts';
import { plainName } from '../shared/format.ts';
import { Banner, Hint, Loading, PageTitle, wrapping } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';
import { FocusFrame } from '../shell/focus-frame.tsx';
import classes from './connect.module.css';

type AppRequest = Output<'GET /v1/connection-requests'>;

const abilities = {
  read: 'Read cases, documents, messages, and charges',
  write: 'Create and change drafts, upload files, remove files from the inbox, and send messages',
  submit: 'Ask to submit, withdraw, pay, or report a cure',
} as const;

/** The page that an app opens in the user's browser to ask for access. */
export function Connect() {
  const { request } = useSearch({ from: '/customer/authorize' });
  return request === '' ? <Problem word="" /> : <Asked request={request} code={null} />;
}

/** Says why an app's request was refused before the user was asked. Shows no text from the URL. */
export function ConnectRefused() {
  return <Problem word={useSearch({ from: '/authorize/refused' }).problem} />;
}

/** Shows that a request can't be answered. `word` is its OAuth error code. */
function Problem({ word }: { word: string }) {
  if (word === 'temporarily_unavailable' || word === 'server_error')
    return <Ended title="Try again later" help="Wait a few minutes, and start again in the app." />;
  const why =
    word === 'invalid_client'
      ? 'This app is not registered, or its registration has expired. Remove this service from the app, and add it again.'
      : 'Start again in the app.';
  return <Ended title="This app sent an invalid request" help={`No access was given. ${why}`} />;
}

/** The page where the user types the code that a device shows, or compares it with the code in the URL. */
export function Device() {
  const { user_code: given } = useSearch({ from: '/customer/device' });
  const [code, setCode] = useState('');
  if (code !== '') return <Asked request={code} code={code} />;
  return given === '' ? <TypeCode onCode={setCode} /> : <CompareCode code={given} onSame={() => setCode(given)} />;
}

function TypeCode({ onCode }: { onCode: (code: string) => void }) {
  const form = useForm({ initialValues: { code: '' } });
  return (
    <Focus
      title="Connect a device"
      help="The program on your device or in your terminal shows a code of eight letters."
    >
      <form onSubmit={form.onSubmit(({ code }) => onCode(code.trim().toUpperCase()))}>
        <Stack>
          <TextInput
            label="Code"
            placeholder="ABCD-EFGH"
            autoComplete="off"
            maw="16rem"
            {...form.getInputProps('code')}
          />
          <Hint>Continue only if you started the program yourself, just now, and it shows this code.</Hint>
          <Group>
            <Button type="submit" size="md">
              Continue
            </Button>
          </Group>
        </Stack>
      </form>
    </Focus>
  );
}

/**
 * Asks the user to compare the codes. Anybody can send a link with a code, and only the user can see the code on their
 * own device.
 */
function CompareCode({ code, onSame }: { code: string; onSame: () => void }) {
  return (
    <Focus title="Connect a device" help="Compare this code with the one that your program shows.">
      <div className={`${classes['code']} breakable`}>{plainName(code)}</div>
      <Banner tone="warning">
        Continue only if you started the program yourself, just now, and it shows exactly this code. If somebody sent
        you a link, close this page.
      </Banner>
      <Group>
        <Button size="md" onClick={onSame}>
          The codes match
        </Button>
      </Group>
    </Focus>
  );
}

/**
 * Shows an app's request. `code` is the code of a device, which the user has to type or compare before they can answer.
 * It is null for any other app.
 */
function Asked({ request, code }: { request: string; code: string | null }) {
  const asked = useQuery({ ...connectionRequestQuery(request), gcTime: 0, refetchOnWindowFocus: false });
  const me = useQuery(meQuery);
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(null);
  if (answer !== null) return <Answered answer={answer} />;
  const isOther = asked.data !== undefined && (asked.data.redirectHost === null) !== (code !== null);
  if (isOther || codeOf(asked.error) === 'not_found' || codeOf(asked.error) === 'invalid_request') return <NotOpen />;
  return (
    <FocusFrame>
      <QueryState query={asked} skeleton={<Loading lines={6} />}>
        {(shown) => (
          <QueryState query={me}>
            {(person) => <Decision request={request} code={code} asked={shown} me={person} onAnswer={setAnswer} />}
          </QueryState>
        )}
      </QueryState>
    </FocusFrame>
  );
}

interface DecisionProps {
  request: string;
  code: string | null;
  asked: AppRequest;
  me: Me;
  onAnswer: (answer: 'yes' | 'no') => void;
}

function Decision({ request, code, asked, me, onAnswer }: DecisionProps) {
  const name = plainName(asked.name);
  // The tab's mode, which the bar shows too.
  const mode = useMode();
  useEffect(() => switchMode('test'), []);
  const [asksNobody, setAsksNobody] = useState(false);
  const confirms = !(mode === 'test' && asksNobody);
  const mayBeLive = me.user.role === 'owner';
  const go = (answer: 'yes' | 'no', { continueUrl }: { continueUrl: string | null }) => {
    onAnswer(answer);
    if (continueUrl !== null) location.assign(continueUrl);
  };
  const yes = useAction({
    run: () => call('POST /v1/connections', { body: { request, confirm: confirms ? 'required' : 'never' } }, { mode }),
    onDone: (done) => go('yes', done),
  });
  const no = useAction({
    run: () => call('POST /v1/connection-requests/refuse', { body: { request } }, { mode: 'test' }),
    onDone: (done) => go('no', done),
  });
  // The request was answered in another tab meanwhile.
  if (codeOf(yes.error ?? no.error) === 'not_found') return <NotOpenHere />;
  const can = asked.scopes.map((scope) =>
    scope === 'submit' && !confirms
      ? 'In test mode it submits, withdraws, pays, and reports cures without asking'
      : abilities[scope],
  );
  const cannot = [
    ...(confirms
      ? ['Submit, withdraw, pay, or report a cure unless a person confirms it each time on this website']
      : []),
    'Create keys, add endpoints, delete drafts, or manage the organization',
  ];
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{`Connect ${name}?`}</PageTitle>
        <Text className="breakable" mt="xs">
          An app that calls itself <b>{name}</b> asks to act for <b>{plainName(me.organization.name)}</b>. It chose this
          name itself; nobody has checked it.{' '}
          {asked.redirectHost === null ? (
            <>
              It runs on the device that shows the code <b>{plainName(code ?? '')}</b>.
            </>
          ) : (
            <>
              Your answer goes to <b>{plainName(asked.redirectHost)}</b>.
            </>
          )}
        </Text>
      </div>
      {me.modes.live ? (
        <Radio.Group label="In which mode" value={mode} onChange={switchMode}>
          <Stack gap="xs" mt="xs">
            <Radio value="test" label="Test: sandbox cases only" />
            <Radio
              value="live"
              label={mayBeLive ? 'Live: real tenants, attorneys, and courts' : 'Live: only an owner can allow this'}
              disabled={!mayBeLive}
            />
          </Stack>
        </Radio.Group>
      ) : (
        <Text>
          It works in <b>test mode</b>: with sandbox cases only.
        </Text>
      )}
      <div className={classes['lists']}>
        <AbilityList title="It can" Icon={IconCheck} tone="good" items={can} />
        <AbilityList title="It cannot" Icon={IconX} tone="neutral" items={cannot} />
      </div>
      {mode === 'test' && (
        <Checkbox
          label="Let it act in test mode without asking anyone"
          checked={asksNobody}
          onChange={(event) => setAsksNobody(event.currentTarget.checked)}
        />
      )}
      {asked.redirectHost === null && (
        <Banner tone="warning" title="Did you start this yourself?">
          If somebody sent you this code, you would give them the access. Connect only a program that you started
          yourself, just now.
        </Banner>
      )}
      <RefusalAlert error={yes.error ?? no.error} />
      <div className={classes['answers']}>
        <Button size="md" {...wrapping} mih="var(--control-xl)" {...yes.button}>{`Connect ${name}`}</Button>
        <Button size="md" variant="default" {...no.button}>
          Refuse
        </Button>
      </div>
      <Hint size="xs">
        You can disconnect it at any time under Developers. Its access ends 30 days after its last use, and after 90
        days at the latest. Then it has to ask again.
      </Hint>
    </Stack>
  );
}

interface AbilityListProps {
  title: string;
  Icon: typeof IconCheck;
  tone: 'good' | 'neutral';
  items: readonly string[];
}

function AbilityList({ title, Icon, tone, items }: AbilityListProps) {
  return (
    <section className={classes['list']} data-tone={tone}>
      <h2>{title}</h2>
      <ul aria-label={title}>
        {items.map((item) => (
          <li key={item}>
            <Icon size={16} aria-hidden />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Answered({ answer }: { answer: 'yes' | 'no' }) {
  const title = answer === 'yes' ? 'Connected' : 'Refused';
  return (
    <Focus title={title}>
      <Text role="status">You can go back to the app, and close this page.</Text>
    </Focus>
  );
}

const notOpen = {
  title: 'This request has expired or was already answered',
  help: 'If the app is not connected, start again in the app.',
};

function NotOpen() {
  return <Ended {...notOpen} />;
}

/** The same message as `NotOpen`, inside the frame of the question. */
function NotOpenHere() {
  return (
    <Stack>
      <PageTitle>{notOpen.title}</PageTitle>
      <Text>{notOpen.help}</Text>
    </Stack>
  );
}

function Ended({ title, help }: { title: string; help: string }) {
  return <Focus title={title} help={help} />;
}

function Focus({ title, help, children }: { title: string; help?: string; children?: React.ReactNode }) {
  return (
    <FocusFrame>
      <div>
        <PageTitle>{title}</PageTitle>
        {help !== undefined && (
          <Text c="dimmed" mt="xs">
            {help}
          </Text>
        )}
      </div>
      {children}
    </FocusFrame>
  );
}
