import { Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { siteName } from '../wording/common.ts';

/** The heading of a page and the name of its tab. It takes the focus, so a screen reader says where the link has led. */
export function PageTitle({ children, visible }: { children: string; visible?: React.ReactNode }) {
  useDocumentTitle(`${children} · ${siteName}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <Title order={1} size="h2" ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
      {visible ?? children}
    </Title>
  );
}
