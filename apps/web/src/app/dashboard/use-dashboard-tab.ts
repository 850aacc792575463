import { useNavigate, useSearch } from '@tanstack/react-router'
import { DASHBOARD_TABS, FIRST_TAB, readDashboardSearch } from './dashboard-tab.ts'

/** Which tab is open. The address says; opening another is a step that the browser's back button takes back. */
export function useDashboardTab() {
  // Read again: the router hands on what the address holds beside what was validated.
  const { tab = FIRST_TAB } = readDashboardSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const chooseTab = (name: string | null) => {
    const next = DASHBOARD_TABS.find((known) => known === name)
    if (next) void navigate({ to: '.', search: { tab: next }, resetScroll: false })
  }
  return { tab, chooseTab }
}
