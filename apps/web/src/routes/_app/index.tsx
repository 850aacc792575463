import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useUserToken } from '../../session.ts'
import { LoadingScreen } from '../../ui/status-screens.tsx'
import { readDashboardSearch } from '../-dashboard/dashboard-tab.ts'
import { LandingPage } from './-landing/landing-page.tsx'

const Home = lazy(async () => ({ default: (await import('./-components/home.tsx')).Home }))

export const Route = createFileRoute('/_app/')({
  validateSearch: readDashboardSearch,
  component: IndexPage,
})

function IndexPage() {
  if (useUserToken() === null) return <LandingPage />
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Home />
    </Suspense>
  )
}
