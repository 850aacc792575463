import type { Permission } from '@chuma/contract/admin/permissions'

/** The views of one member, with the permission that each needs. */
const VIEWS = [
  { name: 'ledger', needs: 'members:read' },
  { name: 'withdrawals', needs: 'withdrawals:read' },
  { name: 'destinations', needs: 'members:read' },
  { name: 'work', needs: 'members:read' },
  { name: 'devices', needs: 'members:read' },
  { name: 'security', needs: 'members:read' },
  { name: 'premium', needs: 'payouts:read' },
  { name: 'standing', needs: 'members:read' },
  { name: 'profile', needs: 'profiles:read' },
  { name: 'notes', needs: 'members:read' },
  { name: 'audit', needs: 'audit:read' },
] as const satisfies readonly { name: string; needs: Permission }[]

export type MemberView = (typeof VIEWS)[number]['name']

export function listMemberViews(permissions: readonly Permission[]): MemberView[] {
  return VIEWS.filter(({ needs }) => permissions.includes(needs)).map(({ name }) => name)
}

export function readMemberView({ view }: Record<string, unknown>): { view?: MemberView | undefined } {
  return { view: VIEWS.find(({ name }) => name === view)?.name }
}
