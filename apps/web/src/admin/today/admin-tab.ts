import type { StaffProcedure } from '@chuma/contract/admin/staff-permissions.gen'

/** SPEC §2: the tabs in its order, with the call that each opens with. */
export const ADMIN_TABS = [
  { name: 'users', opensWith: 'admin.listMembers' },
  { name: 'withdrawals', opensWith: 'admin.listWithdrawals' },
  { name: 'surveys', opensWith: 'admin.listSurveys' },
  { name: 'games', opensWith: 'admin.getGames' },
  { name: 'quizzes', opensWith: 'admin.listQuizQuestions' },
] as const satisfies readonly { name: string; opensWith: StaffProcedure }[]

export type AdminTab = (typeof ADMIN_TABS)[number]['name']

/** The address holds the tab, so that links and the browser's back button work. */
export function readAdminTab({ tab }: Record<string, unknown>): { tab?: AdminTab | undefined } {
  return { tab: ADMIN_TABS.find(({ name }) => name === tab)?.name }
}
