import type { AppRouter } from '@chuma/api/types'
import type { LinkPurpose } from '@chuma/contract/auth/auth'
import { createTRPCClient, httpLink } from '@trpc/client'
import { useEffect, useState } from 'react'
import superjson from 'superjson'
import { Themed } from '../../app/themed.tsx'
import { useT } from '../../i18n/use-t.ts'
import type { Router } from '../../router.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { LoadingScreen } from '../../ui/page/status-screens.tsx'
import { usePageTitle } from '../../ui/page/use-page-title.ts'
import { saveUserSession } from '../session.ts'
import { LinkFailure } from './link-failure.tsx'

type Props = {
  token: string
  router: Router
  /** Called once the member is signed in, with the address of the page to show. */
  onSignedIn: () => void
}

/** Redeem the token of a mailed link, then continue as its member to the link's destination. */
export function LinkSignIn({ token, router, onSignedIn }: Props) {
  const t = useT()
  const [failure, setFailure] = useState<unknown>()
  usePageTitle(t('link.title'))

  useEffect(() => {
    if (failure !== undefined) return
    redeemOnce(token).then(
      (purpose) => {
        switch (purpose) {
          case 'verify-email':
          case 'sign-in':
            location.reload()
            return
          case 'reset-password':
            void router.navigate({ to: '/reset-password', replace: true, state: { mayResetPassword: true } })
            break
          case 'change-email':
            showToast({ kind: 'success', title: t('link.movedTitle'), message: t('link.moved') })
            void router.navigate({ to: '/profile', replace: true })
        }
        onSignedIn()
      },
      (error: unknown) => setFailure(error ?? new Error('Unknown failure')),
    )
  }, [token, failure, onSignedIn, router, t])

  if (failure === undefined) return <LoadingScreen />
  const retry = () => {
    redemption = undefined
    setFailure(undefined)
  }
  return (
    <Themed>
      <LinkFailure failure={failure} onRetry={retry} />
    </Themed>
  )
}

let redemption: Promise<LinkPurpose> | undefined

/** Send the token once, however often React calls this: a second call with a one-time token would be refused. */
function redeemOnce(token: string): Promise<LinkPurpose> {
  redemption ??= redeem(token)
  return redemption
}

async function redeem(token: string): Promise<LinkPurpose> {
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc', transformer: superjson })] })
  const { purpose, ...session } = await client.auth.redeemLink.mutate({ token, rememberDevice: true })
  saveUserSession(session)
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
