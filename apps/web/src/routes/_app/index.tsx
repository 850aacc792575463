import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadMessages } from '../../i18n/i18n.ts'
import { useUserToken } from '../../session.ts'
import { LoadingScreen } from '../../ui/status-screens.tsx'
import { readDashboardSearch } from '../-dashboard/dashboard-tab.ts'
import { LandingPage } from './-landing/landing-page.tsx'

// Somebody may sign in through another tab while this one shows the landing: then the words are not here yet.
const Home = lazy(async () => {
  const [{ Home }] = await Promise.all([import('./-components/home.tsx'), loadMessages('member')])
  return { default: Home }
})

export const Route = createFileRoute('/_app/')({
  // The landing comes with the first script.
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
