import { Link } from '@tanstack/react-router';
import { siteName } from '../wording/names.ts';
import classes from './app-frame.module.css';

/** The name of the website, which leads to its start. */
export function Brand() {
  return (
    <Link to="/" className={classes['brand']}>
      <img src="/icon.svg" width={20} height={20} alt="" />
      <span className={classes['wordmark']}>{siteName}</span>
    </Link>
  );
}
