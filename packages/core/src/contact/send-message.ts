import type { ContactInput, ContactResult } from '@chuma/contract/contact'
import { insertContactMessage } from '@chuma/db/queries/contact'
import { insertJob } from '@chuma/db/queries/jobs'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'

/** Keeps what anybody, signed in or not, writes to us. It is mailed by a job, so a mail server that is down loses nothing. */
export async function sendMessage(deps: Deps, caller: Caller, input: ContactInput): Promise<ContactResult> {
  const { address, userAgent } = caller
  const memberId = caller.member?.memberId ?? null
  await deps.db.transaction().execute(async (trx) => {
    const { messageId } = await insertContactMessage(trx, { ...input, memberId, address, userAgent })
    await insertJob(trx, 'send-contact-message', { messageId })
  })
  return { message: "Thank you for contacting us! We'll get back to you within 24 hours." }
}
