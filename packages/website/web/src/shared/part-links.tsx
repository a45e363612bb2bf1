import { Link } from '@tanstack/react-router';
import classes from './part-links.module.css';

interface PartLinksProps<P extends string> {
  /** What the parts are of. */
  label: string;
  parts: readonly { part: P; name: string; count?: number | undefined }[];
  /** The part that is shown. The first one has no word in the address. */
  shown: P;
}

/** The parts of a page, one of which is shown: their names are links, so that each has an address. */
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

/** Which parts there are is known only where the page is used. */
const AnyLink = Link as (props: object) => React.ReactNode;

function PartLink({ search, ...props }: { search: object; children: React.ReactNode } & React.AriaAttributes) {
  const place = { to: '.', search, resetScroll: false };
  return <AnyLink {...place} {...unmarked} {...props} />;
}
/** The router would mark every link whose address begins like that of the page. */
const unmarked = { activeProps: {}, activeOptions: { exact: true, includeSearch: true } };
