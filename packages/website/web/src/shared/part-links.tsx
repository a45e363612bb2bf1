import { Link } from '@tanstack/react-router';
import { currentLink } from './current-link.ts';
import classes from './part-links.module.css';
import tabClasses from './tabs.module.css';

interface PartLinksProps<P extends string> {
  /** The accessible name of the links. */
  label: string;
  parts: readonly { part: P; name: string; count?: number | undefined }[];
  /** The part that is shown. The first part has a URL without a `part` parameter. */
  shown: P;
}

/** Links to the parts of a page, which shows one at a time. Each part has its own URL. */
export function PartLinks<P extends string>({ label, parts, shown }: PartLinksProps<P>) {
  return (
    <nav className={`${tabClasses['tabs']} ${classes['parts']} no-print`} aria-label={label}>
      {parts.map(({ part, name, count }, at) => (
        <PartLink key={part} search={at === 0 ? {} : { part }} isShown={part === shown}>
          {name}
          {count !== undefined && count > 0 && <span className={tabClasses['count']}>{count}</span>}
        </PartLink>
      ))}
    </nav>
  );
}

/** An untyped link, because only the calling page knows its parts. */
const AnyLink = Link as (props: object) => React.ReactNode;

function PartLink({ isShown, ...props }: { search: object; isShown: boolean; children: React.ReactNode }) {
  const place = { to: '.', resetScroll: false, className: tabClasses['tab'] };
  return <AnyLink {...place} {...props} {...currentLink(isShown)} />;
}
