import { requireMember } from '../auth/require-member.ts'
import type { Caller, SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type News, type Stream, watch } from '../live/watch.ts'

/** Tell a member's page when their points or withdrawals change, as long as they are signed in. */
export function watchWallet(
  { changes }: Pick<Deps, 'changes'>,
  { memberId }: SignedInMember,
  { identify, ...stream }: Stream & { identify: () => Promise<Caller> },
): AsyncGenerator<News, void> {
  const guard = async () => requireMember(await identify())
  return watch(changes, { topic: `member:${memberId}`, ownerId: memberId, guard }, stream)
}
