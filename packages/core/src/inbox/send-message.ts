import type { ContactInput } from '@chuma/contract/inbox/contact'
import { insertContactMessage } from '@chuma/db/queries/inbox/contact'
import { insertJob } from '@chuma/db/queries/jobs'
import { requireProofOfWork } from '../auth/proof-of-work/require-proof-of-work.ts'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { doOnce, type Once } from '../idempotency/do-once.ts'
import { type Notice, notice } from '../notice.ts'

/** Store a message from anyone, signed in or not. A job mails it, so a failing mail server loses nothing. */
export async function sendMessage(
  deps: Deps,
  caller: Caller,
  { idempotencyKey: key, ...input }: ContactInput & Once,
): Promise<{ message: Notice }> {
  await requireProofOfWork(deps, caller)
  const { address, userAgent } = caller
  const memberId = caller.member?.memberId ?? null
  // A visitor's key is only protected by being hard to guess; anyone who knows it learns nothing new.
  const keyed = {
    secrets: deps.secrets,
    caller: memberId ? `member:${memberId}` : 'visitor',
    operation: 'contact',
    key,
    request: input,
  }
  await deps.db.transaction().execute((trx) =>
    doOnce(trx, keyed, async () => {
      const { messageId } = await insertContactMessage(trx, { ...input, memberId, address, userAgent })
      await insertJob(trx, 'send-contact-message', { messageId })
      return messageId
    }),
  )
  return { message: notice('MESSAGE_SENT') }
}
