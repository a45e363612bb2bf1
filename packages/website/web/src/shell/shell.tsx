import { Alert, Anchor, Box, Container, Group, Stack } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { Questions } from '../shared/confirm.tsx';
import { AppLink, Hint } from '../shared/parts.tsx';
import { refusalTitles } from '../wording/refusals.ts';
import { Header } from './header.tsx';

/** What every page has around it. */
export function Shell() {
  const { online } = useNetwork();
  return (
    <Stack mih="100dvh" gap={0}>
      <Anchor href="#content" className="skip" c="inherit">
        Skip to content
      </Anchor>
      <Box component="header" className="header">
        <Header />
      </Box>
      <Box component="main" id="content" tabIndex={-1} p="md" flex={1} style={{ outline: 'none' }}>
        <Container size="lg" px={0}>
          {!online && (
            <Alert color="yellow" variant="outline" title={refusalTitles.offline} mb="md" role="alert">
              What you see may be out of date. What you typed stays on the page.
            </Alert>
          )}
          <Outlet />
        </Container>
      </Box>
      <Box component="footer" p="md" mt="xl">
        <Container size="lg" px={0}>
          <Group gap="md">
            <AppLink to="/contact" size="sm">
              Contact
            </AppLink>
            <AppLink to="/request-access" size="sm">
              Request live access
            </AppLink>
            <AppLink to="/attorneys/apply" size="sm">
              For attorneys
            </AppLink>
            <AppLink to="/attorney/sign-in" size="sm">
              Attorney sign-in
            </AppLink>
          </Group>
          <Hint mt="xs">
            This is not a law firm and gives no legal advice. A licensed attorney reviews a live case before anything is
            served or filed.
          </Hint>
        </Container>
      </Box>
      <Questions />
    </Stack>
  );
}
