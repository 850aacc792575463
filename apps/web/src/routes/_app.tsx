import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { getUserToken, useUserToken } from '../auth/session.ts'
import { loadMessages } from '../i18n/i18n.ts'
import { messageGroupsOf } from '../i18n/message-groups-of.ts'
import { LoadingScreen } from '../ui/page/status-screens.tsx'

// Loaded lazily: the landing page needs none of these.
const AppLayout = lazy(async () => ({ default: (await import('../app/app-layout.tsx')).AppLayout }))

// Toasts from before it loads are kept.
const Toasts = lazy(async () => ({ default: (await import('../app/toasts.tsx')).Toasts }))

export const Route = createFileRoute('/_app')({
  // The landing page is part of the first script.
  codeSplitGroupings: [],
  beforeLoad: ({ location }) => loadMessages(...messageGroupsOf(location.pathname, getUserToken() !== null)),
  component: AppRoute,
})

function AppRoute() {
  // Uses the match, not the address: during a navigation the address is ahead of the outlet.
  const isHome = useMatch({ from: '/_app/', shouldThrow: false }) !== undefined
  const isLanding = useUserToken() === null && isHome
  // A visitor who is redirected here reads the reason in a toast.
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
