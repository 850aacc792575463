import {
  type MailOutcome,
  type MailTransport,
  type OutgoingMail,
  SECURITY_MAILS,
} from '@chuma/contract/mails'
import type { Db, Trx } from '@chuma/db/client'
import {
  insertMail,
  type LockedMail,
  lockMail,
  type MailChange,
  type NewMail,
  updateMailState,
} from '@chuma/db/queries/mail'
import { type Mover, type StateMachine, takeStep } from '../state-machine.ts'

export type DeliverMail = (mail: OutgoingMail) => Promise<void>

type Post = { db: Db; transport: MailTransport }
/** `isRetry`: it was begun before, by this worker or by one that died. Its first run need not ask for an earlier mail. */
type MailingJob = { id: string; isRetry: boolean }
type Delivery = { kind: string; state: LockedMail['state'] }

/**
 * Run a job that may `deliver` one mail, and return the mail's state. However often and concurrently it runs, the mail
 * is sent again only if it was certainly refused; a security mail also when nobody knows, a few times, so that it arrives at least
 * once. A job whose mail was accepted does not run again, because it would replace the mailed link.
 * @throws what the job throws, a temporary refusal, and a security mail in doubt: the job has to be retried
 */
export async function mailOnce(
  post: Post,
  { id: jobId, isRetry }: MailingJob,
  run: (deliver: DeliverMail) => Promise<void>,
): Promise<Delivery | null> {
  const earlier = isRetry ? await concludeEarlierRun(post.db, jobId) : null
  if (earlier) return earlier
  let delivery: Delivery | null = null
  await run(async (mail) => {
    if (delivery) throw new Error(`job ${jobId} has sent its mail: for another it needs another job`)
    delivery = await handOver(post, jobId, mail)
  })
  return delivery
}

/** `sending` without an answer: the worker died between sending the mail and recording the answer. */
function concludeEarlierRun(db: Db, jobId: string): Promise<Delivery | null> {
  return db.transaction().execute(async (trx) => {
    const mail = await lockMail(trx, jobId)
    if (!mail || stateOf(mail) === 'refused') return null
    const { kind, state } = mail
    if (state === 'sending') {
      const lastError = 'The worker stopped before an answer came'
      await moveMail(trx, mail, { to: 'unknown', by: 'worker', lastError })
    } else if (state !== 'unknown') return { kind, state }
    return mayRepeat(mail) ? null : { kind, state: 'unknown' }
  })
}

/** A server that always breaks the connection after it has accepted a mail would fill the mailbox. */
const MAX_REPEATS = 5

function mayRepeat({ isRepeatable, attempts }: LockedMail): boolean {
  return isRepeatable && attempts < MAX_REPEATS
}

async function handOver({ db, transport }: Post, jobId: string, { kind, ...mail }: OutgoingMail) {
  const messageId = `<${jobId}@${transport.domain}>`
  const { to: recipient, subject } = mail
  const isRepeatable = SECURITY_MAILS.has(kind)
  await beginSending(db, { jobId, kind, recipient, subject, messageId, isRepeatable })
  // An error here leaves `sending` behind: the next run finds a doubt.
  const { to, lastError } = read(await transport.send({ ...mail, messageId }))
  const isAgain = await db.transaction().execute(async (trx) => {
    const sent = await lockMail(trx, jobId)
    // Missing if its member was erased.
    if (sent) await moveMail(trx, sent, { to, by: 'worker', lastError })
    return sent !== undefined && to === 'unknown' && mayRepeat(sent)
  })
  if (isAgain) throw new Error(`the mail of job ${jobId} may not have arrived: ${lastError}`)
  if (to === 'refused') throw new Error(`the mail of job ${jobId} was refused: ${lastError}`)
  return { kind, state: mailColumns[to].state }
}

/** Committed before the mail is sent: of concurrent workers one may send. */
async function beginSending(db: Db, { jobId, ...mail }: NewMail): Promise<void> {
  if (await insertMail(db, { jobId, ...mail })) return
  await db.transaction().execute(async (trx) => {
    const earlier = await lockMail(trx, jobId)
    // Fails the job, which is retried: the other worker's mail may be refused.
    const state = earlier && stateOf(earlier)
    if (!earlier || !(state === 'refused' || (state === 'unknown' && mayRepeat(earlier)))) {
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

type Move = MailChange & { to: MailState; by: Mover }

/** Move a mail that the caller has locked. @throws for a step that is not in the table */
export async function moveMail(trx: Trx, mail: LockedMail, { to, by, ...change }: Move): Promise<void> {
  const from = stateOf(mail)
  await takeStep(mailMachine, { from, to, by }, () =>
    updateMailState(trx, mail.jobId, { ...change, from: mailColumns[from], to: mailColumns[to] }),
  )
}

type Columns = Pick<LockedMail, 'state' | 'isSettled'>

/** A mail's state is two columns: a refusal is final once it is settled. */
export const mailColumns = {
  sending: { state: 'sending', isSettled: false },
  sent: { state: 'sent', isSettled: true },
  refused: { state: 'refused', isSettled: false },
  undeliverable: { state: 'refused', isSettled: true },
  unknown: { state: 'unknown', isSettled: true },
} as const satisfies Record<string, Columns>

type MailState = keyof typeof mailColumns

export function stateOf({ state, isSettled }: Columns): MailState {
  return state === 'refused' && isSettled ? 'undeliverable' : state
}

/** The trigger guard_mail_delivery also guards the steps, so that no mail is sent twice that may not be. */
export const mailMachine: StateMachine<MailState> = {
  name: 'Mail',
  refusal: null,
  states: {
    sending: 'handed to the mail server, or about to be',
    sent: 'accepted by the mail server',
    refused: 'not accepted; its job tries again',
    undeliverable: 'refused, and would be refused again',
    unknown: 'nobody knows whether it was accepted; sent again only if it may arrive twice',
  },
  begins: [{ to: 'sending', by: 'worker', when: 'its job has written it, before it leaves' }],
  moves: {
    worker: [
      { from: ['refused'], to: 'sending', when: 'its job tries again' },
      { from: ['unknown'], to: 'sending', when: 'its job tries again, and it may arrive twice' },
      {
        from: ['sending', 'unknown'],
        to: 'sent',
        when: 'the mail server accepts it, however late it says so',
      },
      { from: ['sending', 'unknown'], to: 'refused', when: 'the mail server refuses it for now' },
      { from: ['sending', 'unknown'], to: 'undeliverable', when: 'the mail server refuses it for good' },
      { from: ['sending', 'unknown'], to: 'unknown', when: 'no clear answer came, or the sender died' },
    ],
  },
}
