import type { ContactInput } from '@chuma/contract/inbox/contact'
import { insertContactMessage } from '@chuma/db/queries/inbox/contact'
import { insertJob } from '@chuma/db/queries/jobs'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { doOnce, type Once } from '../idempotency/do-once.ts'
import { type Notice, notice } from '../notice.ts'

/** Keeps what anybody, signed in or not, writes to us. It is mailed by a job, so a mail server that is down loses nothing. */
export async function sendMessage(
  deps: Deps,
  caller: Caller,
  { idempotencyKey: key, ...input }: ContactInput & Once,
): Promise<{ message: Notice }> {
  const { address, userAgent } = caller
  const memberId = caller.member?.memberId ?? null
  // A stranger's key is as good as it is hard to guess: whoever knows it learns nothing that he did not send himself.
  const keyed = {
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
