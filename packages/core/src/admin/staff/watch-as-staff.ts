import type { Permission } from '@chuma/contract/admin/permissions'
import type { Caller } from '../../caller.ts'
import type { Changes, Topic } from '../../live/create-changes.ts'
import { type News, type Stream, watch } from '../../live/watch.ts'
import { requireStaff } from './require-staff.ts'

/** A stream whose reader can be identified again. */
export type StaffStream = Stream & { identify: () => Promise<Caller> }
type Watched = { topic: Topic; permission: Permission; caller: Caller }

/** Follow a topic for as long as the caller holds the permission. */
export function watchAsStaff(
  changes: Changes,
  { topic, permission, caller: { staff, member, apiKey } }: Watched,
  { identify, ...stream }: StaffStream,
): AsyncGenerator<News, void> {
  const guard = async () => requireStaff(await identify(), permission)
  const ownerId = staff?.staffId ?? member?.memberId ?? apiKey?.keyId ?? ''
  return watch(changes, { topic, ownerId, guard }, stream)
}
