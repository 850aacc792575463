export const DASHBOARD_TABS = ['earn', 'surveys', 'games', 'wallet', 'social'] as const
export type DashboardTab = (typeof DASHBOARD_TABS)[number]

/** What is open to everybody. */
export const FIRST_TAB: DashboardTab = 'surveys'

/** The tab that an address names, so that a link leads to it and the browser's own buttons walk through them. */
export function readDashboardSearch({ tab }: Record<string, unknown>): { tab?: DashboardTab } {
  const known = DASHBOARD_TABS.find((name) => name === tab)
  return known ? { tab: known } : {}
}
