import { Skeleton, Stack } from '@mantine/core';
import { Columns } from '../../shared/page.tsx';
import { Card } from '../../shared/parts.tsx';
import classes from './case-skeleton.module.css';

/** A placeholder for a case while it loads. */
export function CaseSkeleton() {
  return (
    <div role="progressbar" aria-label="Loading">
      <div className={classes['head']}>
        <Skeleton h={24} maw="28rem" />
        <Skeleton h={14} maw="12rem" />
        <Skeleton h={12} maw="22rem" />
      </div>
      <Skeleton h={18} mb={56} />
      <Skeleton h={1} mb={24} />
      <Columns label="Loading" aside={<Lines />}>
        <Card>
          <Stack gap="md">
            <Skeleton h={22} w="50%" />
            <Skeleton h={12} w="80%" />
            <Skeleton h={4} />
            <Skeleton h={40} w="12rem" />
          </Stack>
        </Card>
        <Lines />
        <Lines />
      </Columns>
    </div>
  );
}

function Lines() {
  return (
    <Stack gap="md">
      <Skeleton h={14} w="6rem" />
      <Skeleton h={12} w="80%" />
      <Skeleton h={12} w="60%" />
      <Skeleton h={12} w="70%" />
    </Stack>
  );
}
