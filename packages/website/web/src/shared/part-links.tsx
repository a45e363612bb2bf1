import { Link } from '@tanstack/react-router';
import classes from './part-links.module.css';

interface PartLinksProps<P extends string> {
  /** Says to what the parts belong. */
  label: string;
  parts: readonly { part: P; name: string; count?: number | undefined }[];
  /** The part that is shown. The first part isn't named in the address. */
  shown: P;
}

/** Links to the parts of a page, of which one is shown. As links, each part has its own address. */
export function PartLinks<P extends string>({ label, parts, shown }: PartLinksProps<P>) {
  return (
    <nav className={`${classes['parts']} no-print`} aria-label={label}>
      {parts.map(({ part, name, count }, at) => (
        <PartLink key={part} search={at === 0 ? {} : { part }} aria-current={part === shown ? 'page' : undefined}>
          {name}
          {count !== undefined && count > 0 && <span>{count}</span>}
        </PartLink>
      ))}
    </nav>
  );
}

/** Only the calling page knows its parts. */
const AnyLink = Link as (props: object) => React.ReactNode;

function PartLink({ search, ...props }: { search: object; children: React.ReactNode } & React.AriaAttributes) {
  const place = { to: '.', search, resetScroll: false };
  return <AnyLink {...place} {...unmarked} {...props} />;
}
/** Otherwise the router would mark every link whose address begins like the page's. */
const unmarked = { activeProps: {}, activeOptions: { exact: true, includeSearch: true } };
