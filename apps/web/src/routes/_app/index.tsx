import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readDashboardSearch } from '../../app/dashboard/dashboard-tab.ts'
import { useUserToken } from '../../auth/session.ts'
import { loadMessages } from '../../i18n/i18n.ts'
import { LandingPage } from '../../site/landing/landing-page.tsx'
import { LoadingScreen } from '../../ui/page/status-screens.tsx'

// If a member signs in through another tab, this page has only a visitor's messages: load the member's.
const Home = lazy(async () => {
  const [{ Home }] = await Promise.all([import('../../app/dashboard/home.tsx'), loadMessages('member')])
  return { default: Home }
})

export const Route = createFileRoute('/_app/')({
  // The landing page is part of the first script.
  codeSplitGroupings: [],
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
