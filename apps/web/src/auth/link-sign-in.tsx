import type { AppRouter } from '@chuma/api/types'
import { Button, Text, Title } from '@mantine/core'
import { createTRPCClient, httpLink } from '@trpc/client'
import { useEffect, useState } from 'react'
import superjson from 'superjson'
import { useT } from '../i18n/use-t.ts'
import { getUserToken, saveUserSession } from '../session.ts'
import { serverMessage } from '../trpc.ts'
import { LoadingScreen } from '../ui/status-screens.tsx'
import { usePageTitle } from '../ui/use-page-title.ts'
import classes from './link-sign-in.module.css'

/** Redeems the token of a mailed link, then loads the page again as the member it belongs to. */
export function LinkSignIn({ token }: { token: string }) {
  const t = useT()
  const [failure, setFailure] = useState<unknown>()
  usePageTitle(t('link.title'))

  useEffect(() => {
    redeemOnce(token).then(
      () => location.reload(),
      (error: unknown) => setFailure(error ?? new Error('Unknown failure')),
    )
  }, [token])

  return failure === undefined ? (
    <LoadingScreen />
  ) : (
    <main className={classes.screen}>
      <Title order={1}>{t('link.failedTitle')}</Title>
      <Text role="alert">{serverMessage(failure, t('link.failedOffline'))}</Text>
      <Text c="dimmed">{t('link.failedText')}</Text>
      <div className={classes.actions}>
        {getUserToken() ? (
          <Button component="a" href="/dashboard">
            {t('link.dashboard')}
          </Button>
        ) : (
          <Button component="a" href="/verify-email">
            {t('link.askAgain')}
          </Button>
        )}
        <Button component="a" href="/login" variant="default">
          {t('login.title')}
        </Button>
      </div>
    </main>
  )
}

let redemption: Promise<void> | undefined

/** A second call with the same one-time token would be refused, so however often React asks, it is sent once. */
function redeemOnce(token: string): Promise<void> {
  redemption ??= redeem(token)
  return redemption
}

async function redeem(token: string): Promise<void> {
  const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc', transformer: superjson })] })
  saveUserSession(await client.auth.redeemLink.mutate({ token }))
}
