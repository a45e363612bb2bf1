import { Fragment } from 'react';
import { attentionName } from '../wording/names.ts';
import { plainName } from './format.ts';
import { Tag } from './parts.tsx';

/** Shows the names of the plaintiffs and the defendants. Each name keeps its own writing direction. */
export function Parties({ parties }: { parties: readonly { role: string; name: string }[] }) {
  const names = (role: string) => parties.filter((party) => party.role === role);
  const sides = [names('plaintiff'), names('defendant')].filter((side) => side.length > 0);
  return sides.map((side, place) => (
    <Fragment key={side[0]?.role}>
      {place > 0 && ' v. '}
      {side.map(({ name }, index) => (
        // A party has no identity other than its position.
        <Fragment key={index}>
          {index > 0 && ', '}
          <bdi>{plainName(name)}</bdi>
        </Fragment>
      ))}
    </Fragment>
  ));
}

/** Shows the reasons why a case needs attention, one badge each. */
export function AttentionBadges({ reasons }: { reasons: readonly string[] }) {
  return reasons.map((reason) => (
    <Tag key={reason} tone="bad">
      {attentionName(reason)}
    </Tag>
  ));
}
