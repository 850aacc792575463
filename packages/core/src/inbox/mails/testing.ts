import { randomUUID } from 'node:crypto'
import type { MailOutcome, OutgoingMail } from '@chuma/contract/mails'
import type { Db } from '@chuma/db/client'
import { mailOnce } from '../mails.ts'

type Given = Partial<OutgoingMail> & {
  jobId?: string
  /** The mail server's answer; null: the worker dies before it arrives. */
  outcome?: MailOutcome | null
}

/** Create a job's mail after one run. */
export async function givenMail(db: Db, given: Given): Promise<string> {
  const { jobId = randomUUID(), outcome = { outcome: 'accepted' }, ...written } = given
  const mail = {
    kind: 'sendVerification',
    to: 'a@example.com',
    subject: 'x',
    text: 'x',
    html: 'x',
    ...written,
  }
  const send = async () => {
    if (!outcome) throw new Error('killed')
    return outcome
  }
  const run = mailOnce(
    { db, transport: { domain: 'chuma.test', send } },
    { id: jobId, isRetry: true },
    (deliver) => deliver(mail),
  )
  await Promise.allSettled([run])
  return jobId
}
