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
  /** Somebody is signed in, and the address is that of the page he should see. */
  onSignedIn: () => void
}

/** Redeems the token of a mailed link, then goes on as the member it belongs to, to where the link was meant to lead. */
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

/** A second call with the same one-time token would be refused, so however often React asks, it is sent once. */
function redeemOnce(token: string): Promise<LinkPurpose> {
  redemption ??= redeem(token)
  return redemption
}

async function redeem(token: string): Promise<LinkPurpose> {
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc', transformer: superjson })] })
  const { purpose, ...session } = await client.auth.redeemLink.mutate({ token })
  saveUserSession(session)
  return purpose
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set where a reset link has led. The server asks its own records; this decides what is worth showing. */
    mayResetPassword?: boolean
  }
}
