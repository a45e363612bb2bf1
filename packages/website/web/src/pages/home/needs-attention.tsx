import { IconArrowBackUp, IconChevronRight, IconCircleDashed, IconClock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Overview } from '../../api/queries.ts';
import { formatShortDay } from '../../shared/format.ts';
import { Ago, AppLink, ButtonLink, Section } from '../../shared/parts.tsx';
import { nextStepTitle } from '../../wording/next-steps.ts';
import classes from './home.module.css';

type Waiting = Overview['needsYou']['items'][number];

/** Lists the cases that wait for the customer, one per line, with what to do and a button that opens the right page. */
export function NeedsAttention({ waiting: { total, items } }: { waiting: Overview['needsYou'] }) {
  const shown = items.toSorted((a, b) => urgencyOf(a).localeCompare(urgencyOf(b))).slice(0, mostShown);
  return (
    <Section
      title="Needs your attention"
      {...(total > 0 && { count: total })}
      beside={
        total > shown.length && (
          <AppLink to="/cases" search={{ state: 'needs_you' }} className={classes['all'] ?? ''}>
            Show all
          </AppLink>
        )
      }
    >
      {items.length === 0 ? (
        <p className={classes['none']}>Nothing needs your attention.</p>
      ) : (
        <ul className={classes['todo']}>
          {shown.map((one) => (
            <Line key={one.caseId} one={one} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Line({ one }: { one: Waiting }) {
  const { caseId, address, reference, state, description, updatedAt } = one;
  const kind = kindOf(one);
  const { Icon, color, why, verb } = kinds[kind];
  const through = dayIn(description);
  const where = [address, reference].filter(Boolean).join(' · ');
  const to = verb === 'Report' ? '/cases/$id' : '/cases/$id/edit';
  return (
    <li>
      <Icon size={16} color={color} aria-hidden />
      <div>
        <p className={classes['head']}>
          <Link to={to} params={{ id: caseId }} className={classes['what'] ?? ''}>
            {kind === 'draft' ? 'Finish the draft' : nextStepTitle(state, description)}
          </Link>{' '}
          <span className={classes['why']}>
            {why}
            {kind === 'draft' && <Ago moment={updatedAt} isInSentence />}
          </span>
        </p>
        <small>
          <bdi>{where}</bdi>
        </small>
      </div>
      <span className={classes['by']}>{through !== undefined && `Through ${formatShortDay(through)}`}</span>
      <ButtonLink to={to} params={{ id: caseId }} size="xs" variant="default" className={classes['act'] ?? ''}>
        {verb}
        <span className="sr">: {where}</span>
      </ButtonLink>
      <IconChevronRight size={16} className={classes['go'] ?? ''} aria-hidden />
    </li>
  );
}

const mostShown = 8;

/** Returns a key that sorts returned cases first, then notice periods by their end, then drafts. */
function urgencyOf(one: Waiting): string {
  return `${order.indexOf(kindOf(one))} ${dayIn(one.description) ?? ''}`;
}

const order = ['returned', 'period', 'draft'];

function dayIn(text: string): string | undefined {
  return /\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
}

/** Returns the kind of case: a draft, a returned case, or a notice period. */
function kindOf({ state, description }: Waiting): keyof typeof kinds {
  if (state !== 'draft') return 'period';
  return description.startsWith('Make the changes') ? 'returned' : 'draft';
}

const kinds = {
  returned: { Icon: IconArrowBackUp, color: 'var(--bad)', why: 'Your attorney returned the case', verb: 'Edit case' },
  period: { Icon: IconClock, color: 'var(--warn)', why: 'The notice period is running', verb: 'Report' },
  draft: { Icon: IconCircleDashed, color: 'var(--ink-3)', why: 'Updated ', verb: 'Continue' },
} as const;
