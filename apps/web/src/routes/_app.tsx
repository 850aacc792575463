import { createFileRoute, Outlet, useMatch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUserToken } from '../session.ts'
import { LoadingScreen } from '../ui/status-screens.tsx'

// What the landing does without, it does not load.
const AppLayout = lazy(async () => ({ default: (await import('../app/app-layout.tsx')).AppLayout }))

export const Route = createFileRoute('/_app')({ component: AppRoute })

function AppRoute() {
  // The match and not the address: the address is ahead of what the outlet shows while a page is on its way.
  const isHome = useMatch({ from: '/_app/', shouldThrow: false }) !== undefined
  const isLanding = useUserToken() === null && isHome
  if (isLanding) return <Outlet />
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AppLayout>
        <Outlet />
      </AppLayout>
    </Suspense>
  )
}
