import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { DashboardTab } from './dashboard-tab.ts'
import { TABS_ID } from './places.ts'

type Props = { tab: DashboardTab; className: string | undefined; children: ReactNode }

/** Opens a tab of the dashboard on this page and moves the focus there. */
export function TabLink({ tab, className, children }: Props) {
  return (
    <Link to="." search={{ tab }} resetScroll={false} className={className} onClick={() => goTo(tab)}>
      {children}
    </Link>
  )
}

function goTo(tab: DashboardTab): void {
  document.getElementById(TABS_ID)?.scrollIntoView()
  document.getElementById(`${TABS_ID}-tab-${tab}`)?.focus({ preventScroll: true })
}
