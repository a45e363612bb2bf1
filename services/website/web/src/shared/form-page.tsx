import { Container, Paper, Stack, Text } from '@mantine/core';
import { PageTitle } from './page-title.tsx';

interface FormPageProps {
  title: string;
  help?: string;
  children: React.ReactNode;
  /** Below the form: the other ways. */
  footer?: React.ReactNode;
}

/** A page that is one form. */
export function FormPage({ title, help, children, footer }: FormPageProps) {
  return (
    <Container size="xs" px={0}>
      <Stack>
        <PageTitle>{title}</PageTitle>
        {help !== undefined && <Text c="dimmed">{help}</Text>}
        <Paper withBorder p="md">
          {children}
        </Paper>
        {footer}
      </Stack>
    </Container>
  );
}

/** What a form shows once it was sent for good. */
export function Done({ title, help, children }: { title: string; help: string; children?: React.ReactNode }) {
  return (
    <Stack role="status">
      <Text fw={600}>{title}</Text>
      <Text size="sm">{help}</Text>
      {children}
    </Stack>
  );
}
