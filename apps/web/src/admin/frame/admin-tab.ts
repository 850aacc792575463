import type { Permission } from '@chuma/contract/admin/permissions'

/** SPEC §2: the tabs in its order, with the permission that each needs. */
const ADMIN_TABS = [
  { name: 'users', needs: 'members:read' },
  { name: 'withdrawals', needs: 'withdrawals:read' },
  { name: 'surveys', needs: 'offers:read' },
  { name: 'games', needs: 'catalogue:read' },
  { name: 'quizzes', needs: 'catalogue:read' },
] as const satisfies readonly { name: string; needs: Permission }[]

export type AdminTab = (typeof ADMIN_TABS)[number]['name']

export function listAdminTabs(permissions: readonly Permission[]): AdminTab[] {
  return ADMIN_TABS.filter(({ needs }) => permissions.includes(needs)).map(({ name }) => name)
}

/** The address holds the tab, so that links and the browser's back button work. */
export function readAdminTab({ tab }: Record<string, unknown>): { tab?: AdminTab | undefined } {
  return { tab: ADMIN_TABS.find(({ name }) => name === tab)?.name }
}
