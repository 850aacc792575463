import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { loadMessages } from '../i18n/i18n.ts'
import { LanguageProvider } from '../i18n/use-t.ts'
import type { Router } from '../router.ts'
import { LoadingScreen } from '../ui/page/status-screens.tsx'

const LinkSignIn = lazy(async () => {
  const [{ LinkSignIn }] = await Promise.all([
    import('../auth/links/link-sign-in.tsx'),
    loadMessages('visitor'),
  ])
  return { default: LinkSignIn }
})

type Props = {
  router: Router
  /** The one-time token, if the page was opened through a mailed link. */
  linkToken: string | null
}

export function App({ router, linkToken }: Props) {
  const [isLinkOpen, setLinkOpen] = useState(linkToken !== null)
  return (
    <LanguageProvider>
      {isLinkOpen && linkToken !== null ? (
        <Suspense fallback={<LoadingScreen />}>
          <LinkSignIn token={linkToken} router={router} onDone={() => setLinkOpen(false)} />
        </Suspense>
      ) : (
        <RouterProvider router={router} />
      )}
    </LanguageProvider>
  )
}
