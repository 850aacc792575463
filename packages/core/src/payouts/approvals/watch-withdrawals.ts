import { type StaffStream, watchAsStaff } from '../../admin/staff/watch-as-staff.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { News } from '../../live/watch.ts'

/** Tell a staff page when the list of withdrawals changes, as long as the caller may read it. */
export function watchWithdrawals(
  { changes }: Pick<Deps, 'changes'>,
  caller: Caller,
  stream: StaffStream,
): AsyncGenerator<News, void> {
  return watchAsStaff(changes, { topic: 'withdrawals', permission: 'withdrawals:read', caller }, stream)
}
