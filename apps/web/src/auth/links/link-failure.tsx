import { Button, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, serverMessage } from '../../trpc.ts'
import { getUserToken } from '../session.ts'
import classes from './link-failure.module.css'

type Props = { failure: unknown; onRetry: () => void }

/** Why a mailed link did not work, and what to do next. */
export function LinkFailure({ failure, onRetry }: Props) {
  const t = useT()
  const answer = isApiError(failure) ? failure.data : null
  if (!answer || answer.httpStatus === 429 || answer.httpStatus >= 500) {
    return (
      <Screen message={serverMessage(failure, t('link.failedOffline'))}>
        <Button onClick={onRetry}>{t('state.retry')}</Button>
      </Screen>
    )
  }
  const message = serverMessage(failure, '')
  switch (answer.appCode) {
    case 'ACCOUNT_SUSPENDED':
      return (
        <Screen message={message}>
          <LinkButton href="/contact" label={t('contact.title')} />
        </Screen>
      )
    case 'ACCOUNT_CLOSING':
      return (
        <Screen message={message} text={t('link.closing')}>
          <LinkButton href="/login" label={t('login.title')} />
        </Screen>
      )
    default:
      return (
        <Screen message={message} text={t('link.failedText')}>
          {getUserToken() ? (
            <LinkButton href="/dashboard" label={t('link.dashboard')} />
          ) : (
            <>
              <LinkButton href="/login" label={t('login.title')} />
              <LinkButton href="/verify-email" label={t('link.askAgain')} isSecond />
            </>
          )}
          <LinkButton href="/forgot-password" label={t('forgot.title')} isSecond />
        </Screen>
      )
  }
}

type ScreenProps = { message: string; text?: string; children: ReactNode }

function Screen({ message, text, children }: ScreenProps) {
  const t = useT()
  return (
    <main className={classes.screen}>
      <Title order={1}>{t('link.failedTitle')}</Title>
      <Text role="alert">{message}</Text>
      {text && <Text c="dimmed">{text}</Text>}
      <div className={classes.actions}>{children}</div>
    </main>
  )
}

/** The router is not mounted yet, so these links load a full page. */
function LinkButton({ href, label, isSecond }: { href: string; label: string; isSecond?: boolean }) {
  return (
    <Button component="a" href={href} {...(isSecond && { variant: 'default' })}>
      {label}
    </Button>
  )
}
