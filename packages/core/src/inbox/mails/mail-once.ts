import type { Db } from '@chuma/db/client'
import { beginDelivery, findDelivery, type SettledDelivery, settleDelivery } from '@chuma/db/queries/mail'

/** A mail as it leaves. `kind` is the name of the call in `Mail` that wrote it. */
export type OutgoingMail = {
  kind: string
  to: string
  replyTo?: string
  subject: string
  text: string
  html: string
}

/**
 * What is known of a mail once it was handed over. `refused`: certainly not taken, and `isFinal` when another try would
 * hear the same. `unknown`: it may have been taken. A reason has up to 300 characters, and neither address nor secret in it.
 */
export type MailOutcome =
  | { outcome: 'accepted' }
  | { outcome: 'refused'; isFinal: boolean; reason: string }
  | { outcome: 'unknown'; reason: string }

export type MailTransport = {
  /** Of the sender's address: where Message-IDs of ours belong. */
  domain: string
  send: (mail: Omit<OutgoingMail, 'kind'> & { messageId: string }) => Promise<MailOutcome>
}

export type DeliverMail = (mail: OutgoingMail) => Promise<void>

type Post = { db: Db; transport: MailTransport }
type Delivery = { kind: string; state: SettledDelivery['state'] }

/**
 * Runs a job that may `deliver` one mail, and says what became of that mail. However often and by however many workers
 * the job is run, the mail is handed to the transport again only while it was certainly refused. Once it was taken, or
 * may have been, the job does not run at all: it would put a new link in the place of the one that was mailed.
 * @throws what the job throws; a refusal that is not final, so that the job is tried again
 */
export async function mailOnce(
  post: Post,
  jobId: string,
  run: (deliver: DeliverMail) => Promise<void>,
): Promise<Delivery | null> {
  const earlier = await concludeEarlierRun(post.db, jobId)
  if (earlier) return earlier
  let delivery: Delivery | null = null
  await run(async (mail) => {
    if (delivery) throw new Error(`job ${jobId} has sent its mail: for another it needs another job`)
    delivery = await handOver(post, jobId, mail)
  })
  return delivery
}

/** A worker that left `sending` behind died between handing the mail over and writing down the answer. */
async function concludeEarlierRun(db: Db, jobId: string): Promise<Delivery | null> {
  const found = await findDelivery(db, jobId)
  if (!found) return null
  const { kind, state, attempts: attempt, settledAt } = found
  if (state !== 'sending') return settledAt ? { kind, state } : null
  const lastError = 'The worker stopped before an answer came'
  await settleDelivery(db, { jobId, attempt }, { state: 'unknown', lastError })
  return { kind, state: 'unknown' }
}

async function handOver(
  { db, transport }: Post,
  jobId: string,
  { kind, ...mail }: OutgoingMail,
): Promise<Delivery> {
  const messageId = `<${jobId}@${transport.domain}>`
  const { to: recipient, subject } = mail
  const attempt = await beginDelivery(db, { jobId, kind, recipient, subject, messageId })
  // Not settled as done: should that worker be refused, the next try of this job sends it.
  if (attempt === undefined) throw new Error(`another worker is sending the mail of job ${jobId}`)

  // What throws here leaves `sending` behind, and so is never repeated.
  const settled = toDelivery(await transport.send({ ...mail, messageId }))
  await settleDelivery(db, { jobId, attempt }, settled)
  if (settled.state === 'refused' && !settled.isFinal) {
    throw new Error(`the mail of job ${jobId} was refused: ${settled.lastError}`)
  }
  return { kind, state: settled.state }
}

function toDelivery(outcome: MailOutcome): SettledDelivery {
  if (outcome.outcome === 'accepted') return { state: 'sent' }
  const { reason: lastError } = outcome
  if (outcome.outcome === 'unknown') return { state: 'unknown', lastError }
  return { state: 'refused', lastError, isFinal: outcome.isFinal }
}
