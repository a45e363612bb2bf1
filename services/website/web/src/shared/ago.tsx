import { formatAgo, formatMoment } from './dates.ts';

/** How long ago a moment was. */
export function Ago({ moment }: { moment: string }) {
  return (
    <time dateTime={moment} title={formatMoment(moment)}>
      {formatAgo(moment, new Date())}
    </time>
  );
}
