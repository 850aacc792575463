import { requireStaff } from '../../admin/staff/require-staff.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type News, type Stream, watch } from '../../live/watch.ts'

/** Tell a staff page when the list of withdrawals changes, as long as the caller may read it. */
export function watchWithdrawals(
  { changes }: Pick<Deps, 'changes'>,
  { staff, member, apiKey }: Caller,
  { identify, ...stream }: Stream & { identify: () => Promise<Caller> },
): AsyncGenerator<News, void> {
  const guard = async () => requireStaff(await identify(), 'withdrawals:read')
  const ownerId = staff?.staffId ?? member?.memberId ?? apiKey?.keyId ?? ''
  return watch(changes, { topic: 'withdrawals', ownerId, guard }, stream)
}
