import { randomBytes, randomUUID } from 'node:crypto'
import type { Answer } from '@chuma/contract/fields'
import {
  type partner,
  type partnerOverview,
  RECENT_DAYS,
  RECENT_EVENTS,
} from '@chuma/contract/partners/partners'
import type { Trx } from '@chuma/db/client'
import type { EventHeaders } from '@chuma/db/column-types'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { findClickByReference, lockClick } from '@chuma/db/queries/partners/clicks'
import { lockCredit } from '@chuma/db/queries/partners/credits'
import {
  findPartnerEvent,
  insertPartnerEvent,
  listUnsettledEvents,
  lockPartnerEvent,
  putEventAside,
  upsertEventOutcome,
} from '@chuma/db/queries/partners/partner-events'
import {
  countRecentEvents,
  findPartner,
  findPartnerByKey,
  findPartnerTransaction,
  insertPartnerTransaction,
  listPartners,
  lockPartnerTransaction,
} from '@chuma/db/queries/partners/partners'
import { markScreenedOut, settlePlaces } from '@chuma/db/queries/surveys/quotas'
import { lockAttempt } from '@chuma/db/queries/surveys/survey-attempts'
import { freePlace } from '@chuma/db/queries/surveys/survey-offers'
import { AppError } from '../app-error.ts'
import { toStorableAddress } from '../auth/identify-caller.ts'
import { requireAnother } from '../auth/staff.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { eachAlone } from '../each-alone.ts'
import { isLostWith, type Secrets } from '../secrets/secrets.ts'
import { creditEvent, moveCredit } from './credits.ts'
import type {
  ClickRef,
  EventInHand,
  PostbackEvent,
  PostbackRequest,
  PostbackVerdict,
  ReplyKind,
  Settlement,
} from './postbacks.ts'

type ReceivedPostback = Omit<PostbackRequest, 'publicBaseUrl' | 'address'> & {
  publicKey: string
  address: string
}

/** The headers to store besides target and body: enough for every scheme that signs in a header. */
const KEPT_HEADER = /^(content-type|user-agent|x-[a-z0-9-]+|signature|authorization)$/

/**
 * Receive a partner's call. It is stored unchanged and committed before it is processed, so that no call is ever lost.
 * Returns the partner's own answer texts.
 * @throws AppError NOT_FOUND for an unknown address; any other error makes the partner retry
 */
export async function receivePostback(
  deps: Deps,
  { publicKey, ...request }: ReceivedPostback,
): Promise<{ status: number; body: string }> {
  const partner = await findPartnerByKey(deps.db, hashPublicKey(deps.secrets, publicKey))
  if (!partner) throw new AppError('NOT_FOUND')
  const eventId = randomUUID()
  const headers = Object.entries(request.headers).filter(([name]) => KEPT_HEADER.test(name))
  await insertPartnerEvent(deps.db, {
    eventId,
    partnerId: partner.partnerId,
    method: request.method,
    sealed: sealRequest(deps.secrets, eventId, {
      target: Buffer.from(request.rawTarget, 'latin1'),
      headers: Object.fromEntries(headers) as EventHeaders,
      body: request.rawBody,
    }),
    address: toStorableAddress(request.address),
    replayOf: null,
  })
  const { reply } = await judgeEvent(deps, eventId)
  return reply
}

type Judgement = { settlement: Settlement; reply: { status: number; body: string } }
/** Who decides about a stored event, and the click they found for it. */
type ByHand = {
  decidedBy: string
  click?: ClickRef
  within?: (trx: Trx, settlement: Settlement) => Promise<void>
}

/**
 * Check a stored event against the partner's current scheme and settle it, with its outcome in the same transaction.
 * Safe to repeat: its effects count once.
 */
async function judgeEvent(deps: Deps, eventId: string, byHand?: ByHand): Promise<Judgement> {
  const stored = await findPartnerEvent(deps.db, eventId)
  const partner = stored && (await findPartner(deps.db, stored.partnerId))
  if (!stored || !partner) throw new AppError('NOT_FOUND')
  const read = deps.postbacks.readScheme(partner.scheme)
  if (!read.ok) throw new Error(`the scheme of partner ${partner.partnerId} is no scheme`)
  const { scheme, terms } = read
  const request = openRequest(deps.secrets, eventId, stored)
  const verdict = deps.postbacks.verify(scheme, openPartnerSecret(deps.secrets, partner), {
    method: stored.method,
    rawTarget: request.target.toString('latin1'),
    publicBaseUrl: deps.postbacks.publicBaseUrl,
    headers: request.headers,
    rawBody: request.body,
    address: stored.address ?? '',
  })
  const [{ pointsPerUsd }, wanted] = await Promise.all([deps.economy(), deps.wantedEvents()])

  const settlement = await deps.db.transaction().execute(async (trx) => {
    await lockPartnerEvent(trx, eventId)
    const made: Settlement = verdict.ok
      ? await settleEvent(
          trx,
          { eventId, partnerId: partner.partnerId, event: verdict.event, terms, pointsPerUsd, wanted },
          byHand?.click,
        )
      : { outcome: 'rejected', reason: verdict.reason }
    await upsertEventOutcome(trx, { eventId, ...describe(verdict), ...noteOf(made), ...decidedBy(byHand) })
    await byHand?.within?.(trx, made)
    return made
  })
  return { settlement, reply: terms.replies[replyOf(verdict, settlement)] }
}

const decidedBy = (byHand: ByHand | undefined) => (byHand ? { decidedBy: byHand.decidedBy } : {})

/** What is searched and summed. The amount of a call that is not proven to be the partner's stays in the stored call. */
function describe(verdict: PostbackVerdict) {
  const event: Partial<PostbackEvent> = verdict.ok ? verdict.event : verdict.claimed
  const isProven = verdict.ok || verdict.answer !== 'rejected'
  const usdMicros = isProven ? event.amountUsdMicros : undefined
  return {
    kind: event.kind ?? null,
    transactionId: event.originalTransactionId ?? event.transactionId ?? null,
    reference: event.userRef ?? null,
    amountUsd: usdMicros === undefined ? null : usdMicros / 1_000_000,
  }
}

function noteOf({ outcome, reason, points, memberId }: Settlement) {
  return { outcome, reason: reason ?? null, points: points ?? null, memberId: memberId ?? null }
}

function replyOf(verdict: PostbackVerdict, { outcome }: Settlement): ReplyKind {
  if (!verdict.ok) return verdict.answer
  // Matching an unmatched event is our task: a retry by the partner would not help.
  return outcome === 'duplicate' ? 'duplicate' : 'ok'
}

const placeOf = (column: 'secret' | 'public_key', id: string) => ({ table: 'partner', column, id })

/** The keyed hashes that find a partner by the key in the URL it calls. */
function hashPublicKey(secrets: Secrets, publicKey: string) {
  return secrets.hash('partner.public_key', publicKey)
}

/** Create a partner's id and the key in its URL. Some partners have no other proof than this URL, so it is a secret too. */
export function createPartnerKey(secrets: Secrets) {
  const partnerId = randomUUID()
  return { partnerId, ...createPublicKey(secrets, partnerId) }
}

/** Create the key in a partner's URL. */
export function createPublicKey(secrets: Secrets, partnerId: string) {
  return sealPublicKey(secrets, partnerId, randomBytes(24).toString('base64url'))
}

export function sealPublicKey(secrets: Secrets, partnerId: string, publicKey: string) {
  const [publicKeyHash] = hashPublicKey(secrets, publicKey)
  return { publicKey: secrets.seal(placeOf('public_key', partnerId), publicKey), publicKeyHash }
}

export function openPublicKey(secrets: Secrets, partner: { partnerId: string; publicKey: string }): string {
  return secrets.open(placeOf('public_key', partner.partnerId), partner.publicKey)
}

export function sealPartnerSecret(secrets: Secrets, partnerId: string, secret: string): string {
  return secrets.seal(placeOf('secret', partnerId), secret)
}

export function openPartnerSecret(secrets: Secrets, partner: { partnerId: string; secret: string }): string {
  return secrets.open(placeOf('secret', partner.partnerId), partner.secret)
}

type StoredRequest = { target: Buffer; headers: EventHeaders; body: Buffer }
/** As it is in the database: sealed, or in three columns if an earlier version stored it. */
type StoredEvent = { [Part in keyof StoredRequest]: StoredRequest[Part] | null } & { sealed: string | null }

const placeOfRequest = (id: string) => ({ table: 'partner_event', column: 'sealed', id })

/** Seal what a partner sent: the URL contains its key, and some partners send their secret as proof. */
export function sealRequest(
  secrets: Secrets,
  eventId: string,
  { target, headers, body }: StoredRequest,
): string {
  const parts = [target.toString('base64'), headers, body.toString('base64')]
  return secrets.seal(placeOfRequest(eventId), JSON.stringify(parts))
}

export function openRequest(secrets: Secrets, eventId: string, stored: StoredEvent): StoredRequest {
  const { target, headers, body, sealed } = stored
  if (target && headers && body) return { target, headers, body }
  // Emptied by age.
  if (sealed === null) return { target: Buffer.alloc(0), headers: {}, body: Buffer.alloc(0) }
  const parts = JSON.parse(secrets.open(placeOfRequest(eventId), sealed))
  return { target: Buffer.from(parts[0], 'base64'), headers: parts[1], body: Buffer.from(parts[2], 'base64') }
}

/**
 * Apply a genuine event once: repeated, reordered and concurrent events give the same balance. `click` is set by staff who
 * matched the event by hand.
 */
async function settleEvent(trx: Trx, inHand: EventInHand, click?: ClickRef): Promise<Settlement> {
  const { event, partnerId } = inHand
  if (event.kind === 'test') return { outcome: 'test' }
  if (event.kind === 'info' || event.kind === 'ignore' || event.kind === 'pending') {
    return { outcome: 'recorded', reason: event.kind }
  }
  // Without the lock a concurrent credit and reversal would not see each other.
  await lockPartnerTransaction(trx, partnerId, event.originalTransactionId ?? event.transactionId)
  if (event.kind === 'reverse') return reverseEvent(trx, inHand)

  const ref = click ?? (await findClickByReference(trx, event.userRef))
  if (!ref) return { outcome: 'unmatched', reason: 'unknown-click' }
  return event.kind === 'credit' ? creditEvent(trx, inHand, ref) : screenOutEvent(trx, inHand, ref)
}

/**
 * Reverse exactly what the credit gave, once. A credit that was not paid is cancelled; a paid one gets a linked posting, which may
 * make the balance negative; a reversal that arrives first is stored and meets its credit later.
 */
async function reverseEvent(trx: Trx, { event, partnerId, eventId }: EventInHand): Promise<Settlement> {
  const transactionId = event.originalTransactionId ?? event.transactionId
  const reason = event.reasonCode ?? 'reversed-by-partner'
  const credited = await findPartnerTransaction(trx, { partnerId, transactionId, kind: 'credit' })
  const { memberId = null, creditId = null } = credited ?? {}
  const isNew = await insertPartnerTransaction(trx, {
    partnerId,
    transactionId,
    kind: 'reverse',
    eventId,
    memberId,
    creditId,
  })
  if (!isNew) return { outcome: 'duplicate', ...(memberId ? { memberId } : {}) }
  if (!memberId || !creditId) return { outcome: 'kept-for-credit' }

  const credit = await lockCredit(trx, { memberId, creditId })
  if (!credit) throw new Error(`credit ${creditId} vanished`)
  // Staff rejected it, later goals covered it, or the member was erased: it was never paid.
  if (credit.state === 'cancelled') return { outcome: 'recorded', reason: 'was-cancelled', memberId }
  const to = credit.state === 'available' ? 'reversed' : 'cancelled'
  await moveCredit(trx, credit, { to, by: 'partner', reason })
  return { outcome: 'reversed', points: credit.points, memberId }
}

/** Record that the partner did not want this member for this survey. The member sees the reason and loses nothing. */
async function screenOutEvent(
  trx: Trx,
  { event, partnerId, eventId }: EventInHand,
  ref: ClickRef,
): Promise<Settlement> {
  const click = await lockClick(trx, ref)
  if (!click) return { outcome: 'unmatched', reason: 'unknown-click' }
  const { memberId, surveyId } = click
  if (click.partnerId !== null && click.partnerId !== partnerId) {
    return { outcome: 'unmatched', reason: 'click-of-another-partner', memberId }
  }
  const { transactionId } = event
  const isNew = await insertPartnerTransaction(trx, {
    partnerId,
    transactionId,
    kind: 'screenout',
    eventId,
    memberId,
    creditId: null,
  })
  if (!isNew) return { outcome: 'duplicate', memberId }
  const reason = event.reasonCode ?? 'not-a-match'
  const attempt = surveyId ? await lockAttempt(trx, { memberId, surveyId }) : undefined
  if (surveyId && attempt) {
    await markScreenedOut(trx, { memberId, surveyId, reason })
    await freePlace(trx, surveyId)
    if (attempt.hasQuotas || attempt.hasClientPlace) await settlePlaces(trx, { memberId, surveyId })
  }
  return { outcome: 'screened-out', reason, memberId }
}

type Replay = { id: string; click?: ClickRef }
type Decision = { outcome: Settlement['outcome']; reason: string | null }

/**
 * Process a stored event again: after its partner's scheme was corrected, or for the click that staff found. The call must
 * still be genuine, and its effects count once, however often it is replayed.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own click
 */
export async function replayEvent(deps: Deps, staff: StaffActor, { id, click }: Replay): Promise<Decision> {
  if (click) await requireAnother(deps.db, staff, click.memberId)
  const { settlement } = await judgeEvent(deps, id, {
    decidedBy: staff.name,
    ...(click ? { click } : {}),
    within: async (trx, made) => {
      if (click && made.outcome === 'unmatched') throw new AppError('NOT_FOUND')
      await recordAct(trx, staff, {
        action: click ? 'match-partner-event' : 'replay-partner-event',
        subject: `partner-event:${id}`,
        after: { ...made, ...(click ? { clickId: click.clickId } : {}) },
      })
    },
  })
  return { outcome: settlement.outcome, reason: settlement.reason ?? null }
}

/** Longer than any call takes: a younger event is still being processed. */
const OLDER_THAN_SECONDS = 120
/** Long enough for a fault of ours to pass. Then the event is put aside, or enough of them would hide all others. */
const GIVE_UP_AFTER_SECONDS = 3600

/**
 * Job: settle events that were stored by processes that then crashed. One that cannot be settled delays no other; after an hour
 * it is put aside as refused, where staff find and replay it. Returns the number of events looked at.
 */
export async function settleForgottenEvents(deps: Deps): Promise<number> {
  const forgotten = await listUnsettledEvents(deps.db, OLDER_THAN_SECONDS)
  await eachAlone(deps, forgotten, {
    name: ({ eventId }) => `partner event ${eventId}`,
    work: ({ eventId }) => judgeEvent(deps, eventId),
    onFailure: ({ eventId }) => putEventAside(deps.db, eventId, GIVE_UP_AFTER_SECONDS),
  })
  return forgotten.length
}

/** List all partners, with the outcomes of their latest events. */
export async function listAllPartners(deps: Deps): Promise<Answer<typeof partnerOverview>[]> {
  const rows = await listPartners(deps.db)
  const partnerIds = rows.map(({ partnerId }) => partnerId)
  const counts = await countRecentEvents(deps.db, partnerIds, { days: RECENT_DAYS, limit: RECENT_EVENTS })
  const recent = new Map(counts.map(({ partnerId, ...count }) => [partnerId, count]))
  return rows.map((row) => ({
    ...describePartner(deps, row),
    recent: recent.get(row.partnerId) ?? { events: 0, rejected: 0, unmatched: 0 },
  }))
}

type Row = Awaited<ReturnType<typeof listPartners>>[number]

/** Describe a partner for staff, with the addresses that the partner calls, unless their key is lost. */
export function describePartner(
  { postbacks, secrets }: Pick<Deps, 'postbacks' | 'secrets'>,
  { partnerId, publicKey: sealed, scheme, ...row }: Row,
): Answer<typeof partner> {
  const isSecretLost = isLostWith(secrets, sealed)
  const described = { ...row, id: partnerId, scheme: { ...scheme }, isSecretLost }
  if (isSecretLost) return { ...described, postbackUrl: '', callUrls: [] }
  const publicKey = openPublicKey(secrets, { partnerId, publicKey: sealed })
  return {
    ...described,
    postbackUrl: `${postbacks.publicBaseUrl}/postback/${publicKey}`,
    callUrls: postbacks.callUrls(row.preset, publicKey),
  }
}
