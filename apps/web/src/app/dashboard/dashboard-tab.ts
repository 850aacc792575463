export const DASHBOARD_TABS = ['earn', 'surveys', 'games', 'wallet', 'social'] as const
export type DashboardTab = (typeof DASHBOARD_TABS)[number]

/** The tabs for every member. */
export const FIRST_TAB: DashboardTab = 'surveys'

/** The address holds the tab, so that links and the browser's back button work. */
export function readDashboardSearch({ tab }: Record<string, unknown>): { tab?: DashboardTab } {
  const known = DASHBOARD_TABS.find((name) => name === tab)
  return known ? { tab: known } : {}
}
