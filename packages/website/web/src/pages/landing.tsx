import { IconCalendarEvent, IconFileText, IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { lifeOf } from '../shared/life.ts';
import { AppLink, ButtonLink, PageTitle } from '../shared/parts.tsx';
import { Price } from '../shared/price.tsx';
import { CaseStatus } from '../shared/status.tsx';
import { Stepper } from '../shared/stepper.tsx';
import { SiteFrame } from '../shell/site-frame.tsx';
import classes from './landing.module.css';

/** The home page: what the service does, for whom, how, and at what price. */
export function Landing() {
  return (
    <SiteFrame>
      <div className={classes['hero']}>
        <div>
          <PageTitle visible="Eviction cases, from notice to writ">From notice to writ</PageTitle>
          <p>
            For landlords, property managers, and attorneys. Enter the facts once, follow every deadline, and see what
            happens next. In a live case, nothing is served or filed until a licensed attorney approves it.
          </p>
          <div className={classes['actions']}>
            <ButtonLink to="/sign-up" size="md">
              Create account
            </ButtonLink>
            <ButtonLink to="/" hash="how" size="md" variant="default">
              See how it works
            </ButtonLink>
          </div>
        </div>
        <dl className={classes['glance']}>
          <div>
            <dt>Where</dt>
            <dd>Rental property in all 50 states and DC</dd>
          </div>
          <div>
            <dt>Review</dt>
            <dd>A licensed attorney, in every live case</dd>
          </div>
          <div>
            <dt>Price</dt>
            <dd>
              <Price ifNone="Test mode is free. Live cases are not available here." />
            </dd>
          </div>
        </dl>
      </div>
      <SampleCase />
      <Band id="how" title="How it works">
        <ol className={classes['four']}>
          {steps.map(([title, text]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Band>
      <Band id="who" title="Who it is for">
        <div className={classes['three']}>
          <Audience
            title="Landlords and property managers"
            text="One list for every open case: what needs you, what is due, and what is owed. Import a portfolio of up to 5,000 cases at once."
          >
            <a href="/docs/guides">How a case runs</a>
            <AppLink to="/request-access">Request live access</AppLink>
          </Audience>
          <Audience
            title="Attorneys"
            text="A review desk with the documents beside the facts and the ledger. You approve exactly what you have read, and you see only your own cases."
          >
            <AppLink to="/attorneys/apply">Apply to take cases</AppLink>
            <AppLink to="/attorney/sign-in">Attorney sign-in</AppLink>
          </Audience>
          <Audience
            title="Software teams"
            text="A REST API, signed webhooks, and a sandbox that plays attorney, clerk, and court. Clients for TypeScript and Python."
          >
            <a href="/docs/guides/getting-started">Your first call</a>
            <a href="/docs">API reference</a>
          </Audience>
        </div>
      </Band>
      <Band id="developers" title="Your first call" isSplit>
        <div className={classes['beside']}>
          <p>
            Create an account, then a test key under Developers. In the sandbox, one call takes the next step of a case,
            from the review to the writ. Nothing reaches a tenant.
          </p>
          <p className={classes['links']}>
            <a href="/docs/guides/getting-started">All steps</a>
            <a href="/docs/guides/webhooks">Webhooks</a>
            <a href="/docs/guides/agents">AI assistants</a>
          </p>
        </div>
        <pre className={classes['terminal']}>
          {firstCall(location.origin).map(([prompt, text]) => (
            <span key={text} data-prompt={prompt}>
              {prompt}
              {text}
              {'\n'}
            </span>
          ))}
        </pre>
      </Band>
      <Band id="not" title="What it is not" isSplit>
        <ul className={classes['plain']}>
          <li>Not a law firm. It gives no legal advice. Attorneys decide what applies to a case.</li>
          <li>Not a process server. Attorneys serve and file through their own accounts.</li>
          <li>Not a shortcut. Only a court can order anyone to leave a home.</li>
        </ul>
      </Band>
    </SiteFrame>
  );
}

const steps = [
  ['Enter the facts', 'Fill in the case, or import a spreadsheet. Checks show what is missing before you submit.'],
  [
    'An attorney reviews',
    'A licensed attorney reads every document and approves it, asks for changes, or declines the case.',
  ],
  ['The attorney serves and files', 'You see each attempt at service, each filing, and each date as it is reported.'],
  ['Follow it to the end', 'Payment, dismissal, judgment, or writ. Report a payment at any stage.'],
] as const;

/** The first call of a new organization and its answer, as in the guide. */
const firstCall = (origin: string) =>
  [
    ['$ ', `curl ${origin}/v1/cases \\`],
    ['  ', '-H "Authorization: Bearer eak_test_..."'],
    ['', '{"items":[],"nextCursor":null}'],
  ] as const;

interface BandProps {
  id: string;
  title: string;
  /** Whether the heading is next to the content and not above it. */
  isSplit?: boolean;
  children: ReactNode;
}

function Band({ id, title, isSplit = false, children }: BandProps) {
  return (
    <section id={id} className={classes['band']} data-split={isSplit} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

function Audience({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
      <p className={classes['links']}>{children}</p>
    </div>
  );
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const longDayFormat = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric' });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

/** A mock-up of a case page with dates around today. It isn't interactive. */
function SampleCase() {
  const at = { submitted: inDays(-6), approved: inDays(-5), served: inDays(-2), ends: inDays(5) };
  const moved = (fromState: string | null, toState: string, when: Date) => ({
    fromState,
    toState,
    createdAt: when.toISOString(),
  });
  const life = lifeOf({ state: 'cure_period', heldFrom: null, entryPoint: 'notice' }, [
    moved('submitted', 'notice_review', at.approved),
    moved('notice_approved', 'notice_sent', at.served),
    moved('notice_sent', 'cure_period', at.served),
  ] as Parameters<typeof lifeOf>[1]);
  const notes: Readonly<Record<string, string>> = {
    notice: dayFormat.format(at.approved),
    service: dayFormat.format(at.served),
    notice_period: `Through ${dayFormat.format(at.ends)}`,
  };
  return (
    <figure className={classes['sample']}>
      <figcaption>Sample case</figcaption>
      <div className={classes['sampleHead']}>
        <div>
          <b>4100 North Charles Street, Apt&nbsp;1107</b>
          <span>Cedarbrook Residential LLC v. Oluwaseun Adeyemi-Brooks</span>
        </div>
        <CaseStatus state="cure_period" />
      </div>
      <div className={classes['sampleLife']}>
        <Stepper steps={life} noteOf={({ name }) => notes[name] ?? null} />
      </div>
      <div className={classes['sampleBody']}>
        <div>
          <SampleHeading Icon={IconCalendarEvent}>Next step</SampleHeading>
          <b>Notice period ends {longDayFormat.format(at.ends)}</b>
          <p>If the tenant pays $6,840.00 by then, report it here. Otherwise, the case moves on to filing.</p>
          <span className={classes['sampleButton']}>Report payment or cure</span>
        </div>
        <div>
          <SampleHeading Icon={IconFileText}>Documents</SampleHeading>
          <SampleRows
            rows={[
              ['Notice to pay or quit', 'Approved'],
              ['Proof of service', dayFormat.format(at.served)],
              ['Rent ledger', '9 lines'],
            ]}
          />
        </div>
        <div>
          <SampleHeading Icon={IconHistory}>Timeline</SampleHeading>
          <SampleRows
            rows={[
              ['Notice served in person', dayFormat.format(at.served)],
              ['Notice approved', dayFormat.format(at.approved)],
              ['Case submitted', dayFormat.format(at.submitted)],
            ]}
          />
        </div>
      </div>
    </figure>
  );
}

function SampleHeading({ Icon, children }: { Icon: typeof IconHistory; children: string }) {
  return (
    <p className={classes['sampleLabel']}>
      <Icon size={14} aria-hidden />
      {children}
    </p>
  );
}

function SampleRows({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <ul>
      {rows.map(([name, value]) => (
        <li key={name}>
          <span>{name}</span>
          <span>{value}</span>
        </li>
      ))}
    </ul>
  );
}
