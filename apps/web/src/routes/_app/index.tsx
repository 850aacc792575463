import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { readDashboardSearch } from '../../app/page-search.ts'
import { getUserToken, useUserToken } from '../../auth/session.ts'
import { loadMessages } from '../../i18n/i18n.ts'
import { LoadingScreen } from '../../ui/page/status-screens.tsx'

// A member who logs out or signs in on this page has only the messages of the other: load those too.
const LandingPage = lazy(async () => {
  const [{ LandingPage }] = await Promise.all([
    import('../../site/landing/landing-page.tsx'),
    loadMessages('visitor'),
  ])
  return { default: LandingPage }
})
const Home = lazy(async () => {
  const [{ Home }] = await Promise.all([import('../../app/dashboard/home.tsx'), loadMessages('member')])
  return { default: Home }
})

export const Route = createFileRoute('/_app/')({
  validateSearch: readDashboardSearch,
  loaderDeps: ({ search }) => readDashboardSearch(search),
  loader: async (loading) => {
    if (getUserToken() === null) return
    const { loadDashboard } = await import('../../app/dashboard/dashboard-tabs.tsx')
    loadDashboard(loading)
  },
  component: IndexPage,
})

function IndexPage() {
  const isMember = useUserToken() !== null
  return <Suspense fallback={<LoadingScreen />}>{isMember ? <Home /> : <LandingPage />}</Suspense>
}
