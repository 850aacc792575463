import { createFileRoute, Outlet, useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUserToken } from '../session.ts'
import { LoadingScreen } from '../ui/status-screens.tsx'

// What the landing does without, it does not load.
const AppLayout = lazy(async () => ({ default: (await import('../app/app-layout.tsx')).AppLayout }))

export const Route = createFileRoute('/_app')({ component: AppRoute })

function AppRoute() {
  const { pathname } = useLocation()
  const isLanding = useUserToken() === null && pathname === '/'
  if (isLanding) return <Outlet />
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AppLayout>
        <Outlet />
      </AppLayout>
    </Suspense>
  )
}
