import type { memberSessions } from '@chuma/contract/account/members'
import type { Answer } from '@chuma/contract/timestamp'
import { getMemberSessions } from '@chuma/db/queries/account/admin-member'
import { nameDevice } from '../../auth/name-device.ts'
import type { Deps } from '../../deps.ts'

/** List where a member signed in, by device name, and which other members used the same device. */
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
