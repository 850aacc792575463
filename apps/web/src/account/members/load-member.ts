import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'

export function loadMember(loading: Loading & { params: { memberId: string } }): void {
  const { memberId } = loading.params
  loadForStaff(loading, 'members:read', ({ admin }) => [
    admin.getMember.prefetch({ memberId }, { staleTime: 0 }),
  ])
}
