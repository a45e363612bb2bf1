import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type PlainProps<P> = P & Omit<ComponentPropsWithRef<'a'>, keyof P>;

function PlainAnchor(props: PlainProps<AnchorProps>) {
  return <Anchor {...props} />;
}

function PlainButton(props: PlainProps<ButtonProps>) {
  return <Button component="a" {...props} />;
}

/** Mantine's anchor with the typed `to` and `params` of the router, which `component={Link}` loses. */
export const AppLink = createLink(PlainAnchor);

/** A link that looks like a button. */
export const ButtonLink = createLink(PlainButton);
