import { IconArrowBackUp, IconChevronRight, IconCircleDashed, IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api/queries.ts';
import { formatShortDay } from '../../shared/format.ts';
import { Ago, AppLink, ButtonLink, Section } from '../../shared/parts.tsx';
import { nextStepTitle } from '../../wording/next-steps.ts';
import classes from './home.module.css';

type Waiting = Overview['needsYou']['items'][number];

/**
 * Lists the cases that wait for the customer, with what to do and a button that opens the right page. Running notice
 * periods come last, because the customer acts only if the tenant does.
 */
export function NeedsAttention({ waiting: { total, items } }: { waiting: Overview['needsYou'] }) {
  const sorted = items.toSorted((a, b) => urgencyOf(a).localeCompare(urgencyOf(b)));
  const isPeriod = (one: Waiting) => kindOf(one) === 'period';
  const toDo = sorted.filter((one) => !isPeriod(one)).slice(0, mostShown);
  const periods = sorted.filter(isPeriod).slice(0, mostShown);
  return (
    <Section
      title="Needs your attention"
      {...(total > 0 && { count: total })}
      beside={
        total > toDo.length + periods.length && (
          <AppLink to="/cases" search={{ state: 'needs_you' }} className={classes['all'] ?? ''}>
            Show all
          </AppLink>
        )
      }
    >
      {items.length === 0 && <p className={classes['none']}>Nothing needs your attention.</p>}
      <List cases={toDo} />
      {periods.length > 0 && <h3 className={classes['group']}>Running notice periods</h3>}
      <List cases={periods} />
    </Section>
  );
}

function List({ cases }: { cases: readonly Waiting[] }) {
  if (cases.length === 0) return null;
  return (
    <ul className={classes['todo']}>
      {cases.map((one) => (
        <Line key={one.caseId} one={one} />
      ))}
    </ul>
  );
}

function Line({ one }: { one: Waiting }) {
  const { caseId, address, reference, state, description, updatedAt } = one;
  const kind = kindOf(one);
  const { Icon, color, why, verb } = kinds[kind];
  const through = dayIn(description);
  const to = verb === 'Report' ? '/cases/$id' : '/cases/$id/edit';
  return (
    <li>
      <Icon size={16} color={color} aria-hidden />
      <div>
        <Link to={to} params={{ id: caseId }} className={classes['what'] ?? ''}>
          <bdi>{[address, reference].filter(Boolean).join(' · ')}</bdi>
        </Link>
        <small>
          {kind === 'draft' ? 'Finish the draft' : nextStepTitle(state, description)}
          {' · '}
          {why}
          {kind === 'draft' && <Ago moment={updatedAt} isInSentence />}
        </small>
      </div>
      <span className={classes['by']}>{through !== undefined && `Through ${formatShortDay(through)}`}</span>
      <ButtonLink to={to} params={{ id: caseId }} size="xs" variant="default" className={classes['act'] ?? ''}>
        {verb}
        <span className="sr">: {address}</span>
      </ButtonLink>
      <IconChevronRight size={16} className={classes['go'] ?? ''} aria-hidden />
    </li>
  );
}

/** The maximum number of cases shown in each of the two lists. */
const mostShown = 6;

/** Returns a key that sorts returned cases first, then drafts, and notice periods by their end. */
function urgencyOf(one: Waiting): string {
  return `${order.indexOf(kindOf(one))} ${dayIn(one.description) ?? ''}`;
}

const order = ['returned', 'draft', 'period'];

function dayIn(text: string): string | undefined {
  return /\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
}

/** Returns the kind of case: a draft, a returned case, or a notice period. */
function kindOf({ state, description }: Waiting): keyof typeof kinds {
  if (state !== 'draft') return 'period';
  return description.startsWith('Make the changes') ? 'returned' : 'draft';
}

const kinds = {
  returned: { Icon: IconArrowBackUp, color: 'var(--bad)', why: 'returned by your attorney', verb: 'Edit case' },
  period: { Icon: IconClock, color: 'var(--warn)', why: 'only if the tenant acts', verb: 'Report' },
  draft: { Icon: IconCircleDashed, color: 'var(--ink-3)', why: 'updated ', verb: 'Continue' },
} as const;
