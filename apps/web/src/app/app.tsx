import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { i18n } from '../i18n/i18n.ts'
import { router } from '../router.ts'
import { cssVariables, theme } from '../theme.ts'
import { LoadingScreen } from '../ui/status-screens.tsx'

const LinkSignIn = lazy(async () => ({ default: (await import('../auth/link-sign-in.tsx')).LinkSignIn }))

type Props = {
  /** What lets this page's own style elements past the content security policy. */
  nonce: string
  /** The one-time token of a mailed link, when the page was opened through one. */
  linkToken: string | null
}

export function App({ nonce, linkToken }: Props) {
  const [isLinkOpen, setLinkOpen] = useState(linkToken !== null)
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {isLinkOpen && linkToken !== null ? (
          <Suspense fallback={<LoadingScreen />}>
            <LinkSignIn token={linkToken} onSignedIn={() => setLinkOpen(false)} />
          </Suspense>
        ) : (
          <RouterProvider router={router} />
        )}
      </MantineProvider>
    </I18nProvider>
  )
}
