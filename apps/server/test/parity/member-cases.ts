import { type Case, read, type World, write } from './calls.ts'

type Owner = { token: string }
const unknownId = '00000000-0000-4000-8000-000000000000'

/** Staff look members up, and change what is theirs. */
export function memberCases(owner: Owner): Case[] {
  const asOwner = { member: owner } as unknown as World
  const list = (query: string, input: object) => () =>
    read(`/api/admin/users${query}`, 'admin.listMembers', input)(asOwner)
  const look =
    (rest: string, name: string, input: object = {}) =>
    ({ member: { memberId } }: World) =>
      read(`/api/admin/users/${memberId}${rest}`, `admin.${name}`, { ...input, memberId })(asOwner)
  const change =
    (rest: string, name: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
    ({ member: { memberId } }: World) =>
      write(`/api/admin/users/${memberId}/${rest}`, `admin.${name}`, body, {
        method,
        input: { ...body, memberId },
        token: owner.token,
      })(asOwner)
  const edit = (body: object) => change('earnings', 'editEarnings', body, 'PUT')
  const undo = (id: string, token = owner.token) =>
    write(`/api/admin/withdrawals/${id}/undo-approval`, 'admin.undoApproval', undefined, {
      input: { id },
      token,
    })(asOwner)
  return [
    [
      'one member looked for',
      200,
      ({ member: { memberId } }) => list(`?search=${memberId}`, { search: memberId })(),
    ],
    [
      'members filtered',
      200,
      list('?isSuspended=true&sort=points&limit=2', { isSuspended: true, sort: 'points', limit: 2 }),
    ],
    ['members of nobody’s kind', 400, list('?isSuspended=perhaps', { isSuspended: 'perhaps' })],
    ['members in no order', 400, list('?sort=height', { sort: 'height' })],
    ['members looked for by too little', 400, list('?search=a', { search: 'a' })],
    ['members as a member', 403, read('/api/admin/users', 'admin.listMembers')],
    ['one member', 200, look('', 'getMember')],
    [
      'a member who is not there',
      404,
      () => read(`/api/admin/users/${unknownId}`, 'admin.getMember', { memberId: unknownId })(asOwner),
    ],
    ['his movements', 200, look('/activity?limit=2', 'listMemberActivity', { limit: 2 })],
    ['his surveys', 200, look('/work', 'listMemberWork')],
    ['his clicks', 200, look('/work?kind=clicks', 'listMemberWork', { kind: 'clicks' })],
    ['his proofs', 200, look('/work?kind=proofs', 'listMemberWork', { kind: 'proofs' })],
    ['his dreams', 400, look('/work?kind=dreams', 'listMemberWork', { kind: 'dreams' })],
    ['his devices', 200, look('/sessions', 'listMemberSessions')],
    ['his audit history', 200, look('/audit', 'listMemberAudit')],
    ['his notes', 200, look('/notes', 'listMemberNotes')],
    ['a note about him', 200, change('notes', 'addMemberNote', { note: 'Writes often' })],
    ['an empty note', 400, change('notes', 'addMemberNote', { note: ' ' })],
    ['his earnings edited', 200, edit({ totalEarnings: 12.5, points: 50, reason: 'Because' })],
    ['his earnings edited without a reason', 400, edit({ totalEarnings: 1, points: 1, reason: '' })],
    ['his points below zero', 400, edit({ totalEarnings: 1, points: -1, reason: 'Because' })],
    [
      'his earnings edited from what is out of date',
      409,
      edit({
        totalEarnings: 1,
        points: 1,
        reason: 'Because',
        from: { totalEarnings: 7, points: 7 },
      }),
    ],
    ['an approval that was not given, taken back', 409, ({ withdrawalId }) => undo(withdrawalId)],
    ['an approval of nothing taken back', 404, () => undo(unknownId)],
    [
      'an approval taken back by a member',
      403,
      ({ withdrawalId, member: { token } }) => undo(withdrawalId, token),
    ],
  ]
}
