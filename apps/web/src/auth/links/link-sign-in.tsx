import type { AppRouter } from '@chuma/api/types'
import type { LinkPurpose } from '@chuma/contract/auth/auth'
import type { DescribedLink } from '@chuma/contract/auth/security-links'
import { Button, Text, Title } from '@mantine/core'
import { createTRPCClient, httpLink } from '@trpc/client'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import superjson from 'superjson'
import { Themed } from '../../app/providers.tsx'
import { useT } from '../../i18n/use-t.ts'
import type { Router } from '../../router.ts'
import { brandName } from '../../site/from-server.ts'
import { isApiError, serverMessage } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import header from '../../ui/page/plain-header.module.css'
import { LoadingScreen, usePageTitle } from '../../ui/page/status-screens.tsx'
import { bearer, clearUserSession, ENTERED_BY_LINK, getUserToken, saveUserSession } from '../session.ts'
import { endsSession } from '../sessions/use-current-user.ts'
import classes from './link-failure.module.css'

type Props = {
  token: string
  router: Router
  /** Called once the page to show is known: the link's, or the one below it if it is declined. */
  onDone: () => void
}
/** `describe`: find out whether to ask · `redeem`: use the link. */
type Step = { name: 'describe' | 'redeem' } | { name: 'ask'; link: DescribedLink }

/**
 * Redeem the token of a mailed link, then continue as its member to the link's destination. Asks first only where someone else
 * is signed in (docs/decisions/0078).
 */
export function LinkSignIn({ token, router, onDone }: Props) {
  const t = useT()
  const [step, setStep] = useState<Step>(() => ({
    name: getUserToken() === null || isOwnLink(token) ? 'redeem' : 'describe',
  }))
  const [failure, setFailure] = useState<unknown>()
  usePageTitle(t('link.title'))

  useEffect(() => {
    if (failure !== undefined) return
    const fail = (error: unknown) => setFailure(error ?? new Error('Unknown failure'))
    if (step.name === 'describe') describeOnce(token).then(setStep, fail)
    if (step.name === 'redeem') {
      redeemOnce(token).then((purpose) => {
        if (purpose === 'verify-email' || purpose === 'sign-in') return location.reload()
        if (purpose === 'change-email')
          showToast({ kind: 'success', title: t('link.movedTitle'), message: t('link.moved') })
        void router.navigate(DESTINATIONS[purpose])
        onDone()
      }, fail)
    }
  }, [token, step, failure, onDone, router, t])

  if (failure === undefined && step.name !== 'ask') return <LoadingScreen />
  const retry = () => {
    redemption = undefined
    description = undefined
    setFailure(undefined)
  }
  return (
    <Themed>
      <header className={header.header}>
        <span className={header.brand}>
          <img src="/favicon.svg" alt="" width={28} height={28} />
          {brandName}
        </span>
      </header>
      {step.name === 'ask' ? (
        <LinkQuestion link={step.link} onContinue={() => setStep({ name: 'redeem' })} onDecline={onDone} />
      ) : (
        <LinkFailure failure={failure} onRetry={retry} />
      )}
    </Themed>
  )
}

const DESTINATIONS = {
  'reset-password': { to: '/reset-password', replace: true, state: { mayResetPassword: true } },
  'change-email': { to: '/profile', replace: true },
} as const

const createClient = () =>
  createTRPCClient<AppRouter>({
    links: [httpLink({ url: '/trpc', transformer: superjson, headers: () => bearer(getUserToken()) })],
  })

let description: Promise<Step> | undefined
let redemption: Promise<LinkPurpose> | undefined

function describeOnce(token: string): Promise<Step> {
  description ??= describe(token)
  return description
}

/** A session that has ended is nobody's, so nothing is asked. */
async function describe(token: string): Promise<Step> {
  const hasEnded = await createClient()
    .auth.getUser.query()
    .then(() => false, endsSession)
  if (hasEnded) {
    clearUserSession()
    return { name: 'redeem' }
  }
  return { name: 'ask', link: await createClient().auth.describeLink.mutate({ token }) }
}

/** Send the token once, however often React calls this: a second call with a one-time token would be refused. */
function redeemOnce(token: string): Promise<LinkPurpose> {
  redemption ??= redeem(token)
  return redemption
}

async function redeem(token: string): Promise<LinkPurpose> {
  const { purpose, ...session } = await createClient().auth.redeemLink.mutate({ token, rememberDevice: true })
  // Anyone signed in to it already knows whose account it is.
  const isOwn = isOwnLink(token)
  saveUserSession(session)
  if (!isOwn) sessionStorage.setItem(ENTERED_BY_LINK, session.user.email)
  return purpose
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * Marks a session that came through a reset link. The server keeps its own record; this only decides what to show.
     */
    mayResetPassword?: boolean
  }
}

/**
 * Whether a mailed link is for the account that is signed in here. A token names its account; the server checks the rest of it.
 */
function isOwnLink(token: string): boolean {
  const session = getUserToken()
  return session !== null && ownerOf(session) === ownerOf(token)
}

/** Both kinds of token are a letter, the account's id in 22 characters, and the secret. */
function ownerOf(token: string): string {
  return /^\w_([\w-]{22})[\w-]{43}$/.exec(token)?.[1] ?? token
}

type LinkQuestionProps = { link: DescribedLink; onContinue: () => void; onDecline: () => void }

/**
 * Asks before a link changes who is signed in here: a stranger can send a link to their own account, and what a person then
 * earns or enters would be the stranger's.
 */
function LinkQuestion({ link, onContinue, onDecline }: LinkQuestionProps) {
  const t = useT()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const question = t('linkAsks.title', { email: link.email })
  const [before, after] = question.split(link.email)
  return (
    <main className={classes.screen}>
      <Title order={1} ref={title} tabIndex={-1} aria-label={question}>
        {before}
        <span className={classes.address}>{link.email}</span>
        {after}
      </Title>
      <Text>{t('linkAsks.other')}</Text>
      <Text c="dimmed">{t('linkAsks.careful')}</Text>
      <div className={classes.actions}>
        <Button onClick={onContinue}>{t('word.continue')}</Button>
        <Button variant="default" onClick={onDecline}>
          {t('linkAsks.decline')}
        </Button>
      </div>
    </main>
  )
}

/** Why a mailed link did not work, and what to do next. */
function LinkFailure({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
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
          <LinkButton href="/login" label={t('word.login')} />
        </Screen>
      )
    default:
      return (
        <Screen message={message} text={t('link.failedText')}>
          {getUserToken() ? (
            <LinkButton href="/dashboard" label={t('link.dashboard')} />
          ) : (
            <>
              <LinkButton href="/login" label={t('word.login')} />
              <LinkButton href="/verify-email" label={t('link.askAgain')} isSecond />
            </>
          )}
          <LinkButton href="/forgot-password" label={t('forgot.title')} isSecond />
        </Screen>
      )
  }
}

function Screen({ message, text, children }: { message: string; text?: string; children: ReactNode }) {
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
