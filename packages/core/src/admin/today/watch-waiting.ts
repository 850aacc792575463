import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { News } from '../../live/watch.ts'
import { type StaffStream, watchAsStaff } from '../staff/watch-as-staff.ts'

/** Tell a staff page when anything that waits may have changed. The counts have their own guard. */
export function watchWaiting(
  { changes }: Pick<Deps, 'changes'>,
  caller: Caller,
  stream: StaffStream,
): AsyncGenerator<News, void> {
  return watchAsStaff(changes, { topic: 'waiting', permission: 'stats:read', caller }, stream)
}
