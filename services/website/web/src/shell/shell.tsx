import { Alert, Anchor, AppShell, Container, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { notLegalAdvice } from '../wording/common.ts';
import { refusalTitles } from '../wording/refusals.ts';
import { shellWords } from '../wording/shell.ts';
import { Header } from './header.tsx';

/** What every page has around it. */
export function Shell() {
  const { online } = useNetwork();
  return (
    <AppShell header={{ height: 56 }} padding="md">
      <Anchor href="#content" className="skip" c="inherit">
        {shellWords.skip}
      </Anchor>
      <AppShell.Header>
        <Header />
      </AppShell.Header>
      <AppShell.Main id="content" tabIndex={-1} style={{ outline: 'none' }}>
        <Container size="lg" px={0}>
          {!online && (
            <Alert color="yellow" variant="outline" title={refusalTitles.offline} mb="md" role="alert">
              {shellWords.offline}
            </Alert>
          )}
          <Outlet />
          <Text component="footer" size="xs" c="dimmed" mt="xl">
            {notLegalAdvice}
          </Text>
        </Container>
      </AppShell.Main>
    </AppShell>
  );
}
