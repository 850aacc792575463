import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { getUserToken, useUserToken } from '../auth/session.ts'
import { loadMessages } from '../i18n/i18n.ts'
import { messageGroupsOf } from '../i18n/message-groups-of.ts'
import { LoadingScreen } from '../ui/page/status-screens.tsx'

// What the landing does without, it does not load.
const AppLayout = lazy(async () => ({ default: (await import('../app/app-layout.tsx')).AppLayout }))

// What has been said by then is kept for it.
const Toasts = lazy(async () => ({ default: (await import('../app/toasts.tsx')).Toasts }))

export const Route = createFileRoute('/_app')({
  // The landing comes with the first script.
  codeSplitGroupings: [],
  beforeLoad: ({ location }) => loadMessages(...messageGroupsOf(location.pathname, getUserToken() !== null)),
  component: AppRoute,
})

function AppRoute() {
  // The match and not the address: the address is ahead of what the outlet shows while a page is on its way.
  const isHome = useMatch({ from: '/_app/', shouldThrow: false }) !== undefined
  const isLanding = useUserToken() === null && isHome
  // Somebody who is sent home is told why, and reads it there.
  const [hasBeenInside, setHasBeenInside] = useState(!isLanding)
  if (!isLanding && !hasBeenInside) setHasBeenInside(true)
  return (
    <>
      {isLanding ? (
        <Outlet />
      ) : (
        <Suspense fallback={<LoadingScreen />}>
          <AppLayout>
            <Outlet />
          </AppLayout>
        </Suspense>
      )}
      {hasBeenInside && (
        <Suspense>
          <Toasts />
        </Suspense>
      )}
    </>
  )
}
