import type { AppRouter } from '@chuma/api/types'
import type { LinkPurpose } from '@chuma/contract/auth/auth'
import type { DescribedLink } from '@chuma/contract/auth/security-links'
import { createTRPCClient, httpLink } from '@trpc/client'
import { useEffect, useState } from 'react'
import superjson from 'superjson'
import { Themed } from '../../app/themed.tsx'
import { useT } from '../../i18n/use-t.ts'
import type { Router } from '../../router.ts'
import { brandName } from '../../site/brand.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import header from '../../ui/page/plain-header.module.css'
import { LoadingScreen } from '../../ui/page/status-screens.tsx'
import { usePageTitle } from '../../ui/page/use-page-title.ts'
import { bearer } from '../authorization-for.ts'
import { clearUserSession, ENTERED_BY_LINK, getUserToken, saveUserSession } from '../session.ts'
import { endsSession } from '../sessions/ends-session.ts'
import { isOwnLink } from './is-own-link.ts'
import { LinkFailure } from './link-failure.tsx'
import { LinkQuestion } from './link-question.tsx'

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
