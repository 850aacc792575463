import { Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useIsHydrated } from '../app/take-over.ts'
import { Page, Panel } from '../ui/page/page.tsx'
import classes from './auth-frame.module.css'

type Props = {
  title: string
  lead?: string
  children: ReactNode
  /** Under the form: the link to the other form. */
  otherwise?: Pick<LinkProps, 'search'> & {
    question?: string
    label: string
    to: NonNullable<LinkProps['to']>
  }
  /** Last on the page. */
  note?: ReactNode
}

/** The narrow panel of sign-up, log-in, verification and password reset. */
export function AuthFrame({ title, lead, children, otherwise, note }: Props) {
  return (
    <Page title={title} lead={lead} width="narrow">
      <Panel>
        {/* Disabled until hydration, which would discard typed values. */}
        <fieldset disabled={!useIsHydrated()} className={classes.fields}>
          {children}
        </fieldset>
      </Panel>
      {otherwise && <OtherDoor {...otherwise} />}
      {note}
    </Page>
  )
}

function OtherDoor({ question, label, ...target }: NonNullable<Props['otherwise']>) {
  return (
    <Text mt="lg" ta="center">
      {question}{' '}
      <Link {...target} className={classes.link}>
        {label}
      </Link>
    </Text>
  )
}
