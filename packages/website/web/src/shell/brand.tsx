import { Link } from '@tanstack/react-router';
import { siteName } from '../wording/names.ts';
import classes from './app-frame.module.css';

/** The logo and name of the website, linked to its home page. */
export function Brand() {
  return (
    <Link to="/" className={classes['brand']} aria-label={siteName}>
      <Mark />
      <span className={classes['wordmark']}>{siteName}</span>
    </Link>
  );
}

/** The logo from `icon.svg`, drawn in the theme's accent color. */
function Mark() {
  return (
    <svg className={classes['mark']} viewBox="0 0 20 20" aria-hidden>
      <rect width="20" height="20" rx="4.5" />
      <path d="M5.5 15V8.6L10 5l4.5 3.6V15M8.2 11h3.6M8.2 13.6h3.6" />
    </svg>
  );
}
