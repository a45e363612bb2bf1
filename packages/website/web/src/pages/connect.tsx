import { Button, Checkbox, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { IconCheck, IconUserCheck, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';
import type { Output } from '../api/contract.ts';
import { switchMode, useMode } from '../api/mode.ts';
import { connectionRequestQuery, type Me, meQuery } from '../api/queries.ts';
import { codeOf } from '../api/refusal.ts';
import { plainName } from '../shared/format.ts';
import { Banner, FactList, Hint, Loading, PageTitle } from '../shared/parts.tsx';
import { QueryState, RefusalAlert } from '../shared/query-state.tsx';
import { useAction } from '../shared/use-action.ts';
import { AnswerBar, FocusFrame } from '../shell/focus-frame.tsx';
import { modeMeanings } from '../wording/names.ts';
import classes from './connect.module.css';

type AppRequest = Output<'GET /v1/connection-requests'>;
type Scope = AppRequest['scopes'][number];

interface Ability {
  scope: Scope;
  /** Whether a person has to confirm it each time. */
  needsPerson: boolean;
  text: string;
}

const abilities: readonly Ability[] = [
  { scope: 'read', needsPerson: false, text: 'Read cases, documents, messages, and charges' },
  {
    scope: 'write',
    needsPerson: false,
    text: 'Create and change drafts, upload files, remove files that are not in a case yet, and send messages',
  },
  { scope: 'write', needsPerson: true, text: 'Withdraw a case, pay a charge, or report a payment or cure' },
  { scope: 'submit', needsPerson: true, text: 'Submit a case' },
];

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
      title="Connect a program"
      help="A program on another device, or in your terminal, shows a code of eight letters."
    >
      <form className={classes['form']} onSubmit={form.onSubmit(({ code }) => onCode(code.trim().toUpperCase()))}>
        <TextInput
          label="Code"
          placeholder="ABCD-EFGH"
          autoComplete="off"
          maw="16rem"
          {...form.getInputProps('code')}
        />
        <OnlyYourOwn />
        <AnswerBar>
          <Button type="submit" size="md">
            Continue
          </Button>
        </AnswerBar>
      </form>
    </Focus>
  );
}

function OnlyYourOwn() {
  return (
    <Banner tone="warning" title="Did you start the program yourself, just now?">
      If somebody sent you the code or a link, stop here. They would get access to your cases.
    </Banner>
  );
}

/**
 * Asks the user to compare the codes. Anybody can send a link with a code, and only the user can see the code on their
 * own device.
 */
function CompareCode({ code, onSame }: { code: string; onSame: () => void }) {
  const no = useAction({ run: () => refuse(code) });
  if (no.data) return <Answered answer="no" />;
  if (isGone(no.error)) return <NotOpen />;
  return (
    <Focus
      title="Do the codes match?"
      help="A program asks to connect. Compare this code with the one that it shows. Next, you see what it may do."
    >
      <div className={`${classes['code']} breakable`}>{plainName(code)}</div>
      <OnlyYourOwn />
      <RefusalAlert error={no.error} />
      <AnswerBar>
        <Button size="md" variant="default" {...no.button}>
          They do not match
        </Button>
        <Button size="md" onClick={onSame}>
          The codes match
        </Button>
      </AnswerBar>
    </Focus>
  );
}

function refuse(request: string) {
  return call('POST /v1/connection-requests/refuse', { body: { request } }, { mode: 'test' });
}

/** Returns whether the error means that the request doesn't exist or was already answered. */
function isGone(error: unknown): boolean {
  return ['not_found', 'invalid_request'].includes(codeOf(error) ?? '');
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
  if (isOther || isGone(asked.error)) return <NotOpen />;
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
  const confirms = mode === 'live' || !asksNobody;
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
    run: () => refuse(request),
    onDone: (done) => go('no', done),
  });
  // The request was answered in another tab meanwhile.
  if (codeOf(yes.error ?? no.error) === 'not_found') return <NotOpenHere />;
  const granted = abilities.filter(({ scope }) => asked.scopes.includes(scope));
  const asking = granted.filter(({ needsPerson }) => needsPerson);
  const never = abilities.filter((one) => !granted.includes(one));
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{`Connect “${name}”?`}</PageTitle>
        <Text c="dimmed" mt="xs">
          It asks to act for <b>{plainName(me.organization.name)}</b>.
        </Text>
      </div>
      {asked.redirectHost === null ? (
        <OnlyYourOwn />
      ) : (
        <Banner tone="warning" title="Nobody has checked this app.">
          It chose the name “{name}” itself. Connect it only if you know where it comes from.
        </Banner>
      )}
      <FactList
        rows={[
          asked.redirectHost === null
            ? { label: 'Code', value: plainName(code ?? '') }
            : { label: 'You return to', value: plainName(asked.redirectHost) },
          ...(me.modes.live ? [] : [{ label: 'Mode', value: modeMeanings.test }]),
        ]}
      />
      {me.modes.live && (
        <Radio.Group label="Mode" value={mode} onChange={switchMode}>
          <Stack gap="xs" mt="xs">
            <Radio value="test" label={modeMeanings.test} />
            <Radio
              value="live"
              label={mayBeLive ? modeMeanings.live : 'Live: only an owner can allow this'}
              disabled={!mayBeLive}
            />
          </Stack>
        </Radio.Group>
      )}
      <div className={classes['lists']}>
        <AbilityList
          title="It can, without asking"
          Icon={IconCheck}
          tone="good"
          items={granted.filter(({ needsPerson }) => !needsPerson).map(({ text }) => text)}
        />
        {asking.length > 0 && (
          <AbilityList
            title={confirms ? 'Only after a person confirms it each time' : 'Without asking, in test mode'}
            Icon={confirms ? IconUserCheck : IconCheck}
            tone={confirms ? 'neutral' : 'good'}
            items={asking.map(({ text }) => text)}
          >
            {mode === 'test' && (
              <Checkbox
                label="Let it act in test mode without asking anyone"
                description="No tenant, attorney, or court is involved in a test case."
                checked={asksNobody}
                onChange={(event) => setAsksNobody(event.currentTarget.checked)}
              />
            )}
          </AbilityList>
        )}
        <AbilityList
          title="It cannot"
          Icon={IconX}
          tone="neutral"
          items={[
            ...never.map(({ text }) => text),
            'Create keys, add endpoints, delete drafts, or manage the organization',
          ]}
        />
      </div>
      <RefusalAlert error={yes.error ?? no.error} />
      <Hint size="xs">
        You can disconnect it at any time under Developers. Its access ends 30 days after its last use, and after 90
        days at the latest.
      </Hint>
      <AnswerBar>
        <Button size="md" variant="default" {...no.button}>
          Refuse
        </Button>
        <Button size="md" {...yes.button}>
          Connect
        </Button>
      </AnswerBar>
    </Stack>
  );
}

interface AbilityListProps {
  title: string;
  Icon: typeof IconCheck;
  tone: 'good' | 'neutral';
  items: readonly string[];
  children?: React.ReactNode;
}

function AbilityList({ title, Icon, tone, items, children }: AbilityListProps) {
  if (items.length === 0) return null;
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
      {children}
    </section>
  );
}

function Answered({ answer }: { answer: 'yes' | 'no' }) {
  const isYes = answer === 'yes';
  return (
    <Focus title={isYes ? 'Connected' : 'Refused'}>
      <Text role="status">
        {isYes ? 'You can go back to the app, and close this page.' : 'No access was given. You can close this page.'}
      </Text>
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

/** The same message as `NotOpen`, but without the frame, for use within the request's page. */
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
