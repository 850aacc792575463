import type { Db } from '@chuma/db/client'
import { insertMail, type LockedMail, lockMail, type NewMail } from '@chuma/db/queries/mail'
import { moveMail } from './move-mail.ts'
import { type MailState, mailColumns, stateOf } from './transitions.ts'

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
 * What is known of a mail after it was handed over. `refused`: certainly not accepted; `isFinal` if it would be refused
 * again. `unknown`: it may have been accepted. A reason has up to 300 characters, and no address or secret in it.
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
type Delivery = { kind: string; state: LockedMail['state'] }

/**
 * Run a job that may `deliver` one mail, and answer what became of that mail. However many workers run the job, however
 * often, the mail goes to the transport again only if it was certainly refused. A job whose mail was or may have been
 * accepted does not run again: it would replace the link that was mailed with a new one.
 * @throws what the job throws, and a refusal that is not final: the job is to be tried again
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

/** A worker that left `sending` behind died between handing the mail over and recording the answer. */
function concludeEarlierRun(db: Db, jobId: string): Promise<Delivery | null> {
  return db.transaction().execute(async (trx) => {
    const mail = await lockMail(trx, jobId)
    if (!mail || stateOf(mail) === 'refused') return null
    const { kind, state } = mail
    if (state !== 'sending') return { kind, state }
    const lastError = 'The worker stopped before an answer came'
    await moveMail(trx, mail, { to: 'unknown', by: 'worker', lastError })
    return { kind, state: 'unknown' }
  })
}

async function handOver(
  { db, transport }: Post,
  jobId: string,
  { kind, ...mail }: OutgoingMail,
): Promise<Delivery> {
  const messageId = `<${jobId}@${transport.domain}>`
  const { to: recipient, subject } = mail
  await beginSending(db, { jobId, kind, recipient, subject, messageId })
  // What throws here leaves `sending` behind, and so is never repeated.
  const { to, lastError } = read(await transport.send({ ...mail, messageId }))
  await db.transaction().execute(async (trx) => {
    const sent = await lockMail(trx, jobId)
    // Gone: its member was erased.
    if (sent) await moveMail(trx, sent, { to, by: 'worker', lastError })
  })
  if (to === 'refused') throw new Error(`the mail of job ${jobId} was refused: ${lastError}`)
  return { kind, state: mailColumns[to].state }
}

/** Committed before the mail leaves: of concurrent workers one may send. */
function beginSending(db: Db, { jobId, ...mail }: NewMail): Promise<void> {
  return db.transaction().execute(async (trx) => {
    if (await insertMail(trx, { jobId, ...mail })) return
    const earlier = await lockMail(trx, jobId)
    // The job fails and is tried again: the mail may be refused to the other worker.
    if (!earlier || stateOf(earlier) !== 'refused') {
      throw new Error(`another worker is sending the mail of job ${jobId}`)
    }
    await moveMail(trx, earlier, { to: 'sending', by: 'worker', ...mail })
  })
}

function read(outcome: MailOutcome): { to: Exclude<MailState, 'sending'>; lastError: string | null } {
  if (outcome.outcome === 'accepted') return { to: 'sent', lastError: null }
  const { reason: lastError } = outcome
  if (outcome.outcome === 'unknown') return { to: 'unknown', lastError }
  return { to: outcome.isFinal ? 'undeliverable' : 'refused', lastError }
}
