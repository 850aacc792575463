import { requireMember } from '../auth/require-member.ts'
import type { Caller, SignedInMember } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type News, type Stream, watch } from '../live/watch.ts'

/** Tells a member's page that his points or his withdrawals are not what they were, for as long as he is signed in. */
export function watchWallet(
  { changes }: Pick<Deps, 'changes'>,
  { memberId }: SignedInMember,
  { identify, ...stream }: Stream & { identify: () => Promise<Caller> },
): AsyncGenerator<News, void> {
  const guard = async () => requireMember(await identify())
  return watch(changes, { topic: `member:${memberId}`, ownerId: memberId, guard }, stream)
}
