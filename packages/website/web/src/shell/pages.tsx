import { Skeleton } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { IconMapPinOff } from '@tabler/icons-react';
import { Page } from '../shared/page.tsx';
import pageClasses from '../shared/page.module.css';
import { ButtonLink, Empty, Loading, PageTitle, SmallButton } from '../shared/parts.tsx';
import { RefusalAlert } from '../shared/query-state.tsx';
import classes from './app-frame.module.css';
import { FocusFrame } from './focus-frame.tsx';
import { SiteFrame } from './site-frame.tsx';

const failed = 'This page could not be shown';

/** Replaces a page that failed, for signed-in users. The sidebar stays. */
export function ErrorPage(props: ErrorComponentProps) {
  return (
    <Page title={failed}>
      <Failure {...props} />
    </Page>
  );
}

/** Replaces a page that failed and has no sidebar. */
export function ErrorPageAlone(props: ErrorComponentProps) {
  return (
    <FocusFrame>
      <PageTitle>{failed}</PageTitle>
      <Failure {...props} />
    </FocusFrame>
  );
}

function Failure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const tryAgain = () => {
    reset();
    void router.invalidate();
  };
  return (
    <RefusalAlert error={error}>
      <SmallButton onClick={tryAgain}>Try again</SmallButton>
    </RefusalAlert>
  );
}

/** A placeholder for a page that takes a long time to load. Shows skeletons for its top bar and its text. */
export function LoadingPage() {
  return (
    <main id="content" tabIndex={-1} className={pageClasses['main']}>
      <div className={pageClasses['topbar']}>
        <Skeleton h={14} w={160} />
      </div>
      <div className={pageClasses['page']}>
        <Loading lines={8} />
      </div>
    </main>
  );
}

/** Like `LoadingPage`, but next to an empty sidebar, until it is known who is signed in. */
export function LoadingFrame() {
  return (
    <div className={classes['frame']}>
      <div className={classes['sidebar']} />
      <div className={classes['main']}>
        <LoadingPage />
      </div>
    </div>
  );
}

/** A placeholder for a page without the sidebar. */
export function LoadingAlone() {
  return (
    <FocusFrame>
      <Loading />
    </FocusFrame>
  );
}

export function NotFoundPage() {
  return (
    <SiteFrame>
      <Empty
        title={<PageTitle size="h2">Page not found</PageTitle>}
        icon={<IconMapPinOff size={20} aria-hidden />}
        action={<ButtonLink to="/">Go to the home page</ButtonLink>}
      >
        The address may be misspelled, or the page may have moved.
      </Empty>
    </SiteFrame>
  );
}
