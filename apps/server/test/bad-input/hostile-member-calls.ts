import type { HostileCall } from './hostile-call.ts'

const id = '00000000-0000-4000-8000-000000000000'

/** Staff calls about a member. */
export function hostileMemberCalls({ tooLong }: { tooLong: string }): Record<string, HostileCall> {
  const words = ['', '  ', tooLong, 'a\0b', '\ud800', 'a\u001bb', 7, null, [], {}]
  const numbers = [1e21, Number.MAX_VALUE, Number.NaN, '', '1', '１', null, [], {}, true]
  const who = 'owner'
  return {
    'edit of earnings': {
      who,
      method: 'PUT',
      url: `/api/admin/users/${id}/earnings`,
      path: 'admin.editEarnings',
      inPath: { memberId: id },
      body: { totalEarnings: 12.5, points: 7, reason: 'Because' },
      wrong: {
        totalEarnings: [0.001, 1.005, ...numbers],
        points: [0.5, ...numbers],
        reason: words,
        from: [{}, { points: 1 }, { points: 1, totalEarnings: 1, more: 1 }, '', 7, null, []],
      },
    },
    'note about a member': {
      who,
      url: `/api/admin/users/${id}/notes`,
      path: 'admin.addMemberNote',
      inPath: { memberId: id },
      body: { note: 'Writes often' },
      wrong: { note: words },
    },
  }
}
