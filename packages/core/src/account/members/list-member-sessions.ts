import type { memberSessions } from '@chuma/contract/account/members'
import type { Answer } from '@chuma/contract/timestamp'
import { getMemberSessions } from '@chuma/db/queries/account/admin-member'
import { nameDevice } from '../../auth/name-device.ts'
import type { Deps } from '../../deps.ts'

/** Where a member signed in, by the name of the device, and who else was seen on the same one. */
export async function listMemberSessions(
  { db }: Deps,
  { memberId }: { memberId: string },
): Promise<Answer<typeof memberSessions>> {
  const { sessions, others } = await getMemberSessions(db, memberId)
  return {
    sessions: sessions.map(({ userAgent, ...session }) => ({ ...session, device: nameDevice(userAgent) })),
    others,
  }
}
