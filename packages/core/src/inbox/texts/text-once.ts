import type { Trx } from '@chuma/db/client'
import {
  insertText,
  type LockedText,
  lockText,
  type NewText,
  noteProviderId,
  type TextRef,
} from '@chuma/db/queries/texts'
import type { Deps } from '../../deps.ts'
import { moveText, type OutgoingText, type TextOutcome, type TextTransport } from './sms.ts'

type Composed = Omit<OutgoingText, 'textId'> & { recipientHash: Buffer }

/**
 * Writes the text, in the transaction that begins to send it; null if it is not wanted any more. Runs again only after the text
 * before was certainly not taken.
 */
type Compose = (trx: Trx) => Promise<Composed | null>

type Sent = Pick<LockedText, 'state' | 'problem' | 'lastError'>
type Wanted = TextRef & { kind: string; compose: Compose }

/**
 * Send one text, and return its state. However often and concurrently its job runs, it is sent again only if it was certainly
 * not taken: a worker that dies in between leaves `unknown` behind, and another text needs another id.
 * @throws a temporary refusal: the job has to be retried
 */
export async function textOnce(
  { db, sms: { transport } }: Pick<Deps, 'db' | 'sms'>,
  { compose, kind, ...ref }: Wanted,
): Promise<Sent | null> {
  // Switched off since the text was asked for.
  if (!transport) return null
  const { provider } = transport
  const begun = await db.transaction().execute(async (trx) => begin(trx, { ...ref, kind, provider, compose }))
  if (!begun) return null
  if (begun.earlier) return begun.earlier
  // An error here leaves `sending` behind, so the text is never repeated.
  const outcome = await transport.send({ ...begun.text, textId: ref.textId })
  const sent = await db.transaction().execute((trx) => record(trx, ref, outcome))
  if (sent?.state === 'refused') throw new Error(`text ${ref.textId} was refused: ${sent.lastError}`)
  return sent
}

type Beginning = Omit<NewText, 'recipientHash'> & { compose: Compose; provider: TextTransport['provider'] }

async function begin(trx: Trx, { compose, ...text }: Beginning) {
  const earlier = await lockText(trx, text)
  if (earlier && earlier.state !== 'refused') {
    return { earlier: await concludeEarlierRun(trx, earlier), text: null }
  }
  const composed = await compose(trx)
  if (!composed) return null
  const { recipientHash, ...outgoing } = composed
  if (earlier) await moveText(trx, earlier, { to: 'sending', by: 'worker', lastError: null })
  // Fails the job, which is retried: the other worker's text may be refused.
  else if (!(await insertText(trx, { ...text, recipientHash }))) {
    throw new Error(`another worker is sending text ${text.textId}`)
  }
  return { earlier: null, text: outgoing }
}

/** `sending` without an answer: the worker died between sending the text and recording the answer. */
async function concludeEarlierRun(trx: Trx, text: LockedText): Promise<Sent> {
  if (text.state !== 'sending') return text
  const lastError = 'The worker stopped before an answer came'
  await moveText(trx, text, { to: 'unknown', by: 'worker', lastError })
  return { state: 'unknown', problem: null, lastError }
}

/** A report may have come first: then the answer only adds the provider's id. Null if the member was erased meanwhile. */
async function record(trx: Trx, ref: TextRef, outcome: TextOutcome): Promise<Sent | null> {
  const text = await lockText(trx, ref)
  if (!text) return null
  if (text.state !== 'sending' && text.state !== 'unknown') {
    if (outcome.outcome === 'accepted') await noteProviderId(trx, ref, outcome)
    return text
  }
  const { to, change } = read(outcome)
  await moveText(trx, text, { to, by: 'worker', ...change })
  return { state: to, problem: change.problem ?? null, lastError: change.lastError }
}

function read(outcome: TextOutcome) {
  if (outcome.outcome === 'accepted') {
    const { providerId, cost } = outcome
    return { to: 'sent', change: { providerId, cost, problem: null, lastError: null } } as const
  }
  const { reason: lastError } = outcome
  if (outcome.outcome === 'unknown') return { to: 'unknown', change: { problem: null, lastError } } as const
  const { problem, isFinal } = outcome
  return { to: isFinal ? 'failed' : 'refused', change: { problem, lastError } } as const
}
