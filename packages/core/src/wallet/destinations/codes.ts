import { randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { Answer } from '@chuma/contract/fields'
import type {
  ConfirmCodeInput,
  destinationCode,
  destinationCodeState,
  RequestCodeInput,
} from '@chuma/contract/wallet/destination-codes'
import { CODE_MINUTES, RESEND_SECONDS } from '@chuma/contract/wallet/withdrawal-rules'
import type { Trx } from '@chuma/db/client'
import { getSettings } from '@chuma/db/queries/account/profile'
import { insertJob } from '@chuma/db/queries/jobs'
import { getSecondsOfDayLeft, reserveText } from '@chuma/db/queries/texts'
import {
  findCode,
  findNewestCode,
  replaceCode,
  setCodeHash,
  TRIES,
  takeTry,
  useCode,
} from '@chuma/db/queries/wallet/destination-codes'
import { AppError } from '../../app-error.ts'
import { requireLiveSession } from '../../auth/sessions.ts'
import { reserveAttempt, type ThrottleRule } from '../../auth/throttle.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { hashRecipient } from '../../inbox/texts/receive-report.ts'
import type { TextState } from '../../inbox/texts/sms.ts'
import { textOnce } from '../../inbox/texts/text-once.ts'
import { type Notice, notice } from '../../notice.ts'
import { isLostWith, type Secrets } from '../../secrets/secrets.ts'
import { proveDestination } from './name-destination.ts'

/**
 * Request a code by text to a number, which ends the member's code before. A job makes and sends it. Nothing here reads whose the
 * number is, so the answer and its time are the same for every number (docs/decisions/0076).
 * @throws AppError EMAIL_NOT_VERIFIED, CLOSED where no texts are sent, CODE_LIMIT
 */
export async function requestCode(
  deps: Deps,
  member: SignedInMember,
  { mpesaNumber, address }: RequestCodeInput & { address: string | null },
): Promise<Answer<typeof destinationCode>> {
  if (!member.isEmailVerified) throw new AppError('EMAIL_NOT_VERIFIED', { before: 'code' })
  if (!areCodesOpen(deps, await deps.economy())) throw new AppError('CLOSED', { what: 'codes' })
  const { memberId } = member
  await reserveCode(deps, { memberId, number: mpesaNumber, address })
  const code = {
    memberId,
    codeId: randomUUID(),
    number: sealNumber(deps.secrets, memberId, mpesaNumber),
    numberHash: hashRecipient(deps.secrets, mpesaNumber)[0],
    expiresInMinutes: CODE_MINUTES,
  }
  const expiresAt = await deps.db.transaction().execute(async (trx) => {
    const expiresAt = await replaceCode(trx, code)
    await insertJob(trx, 'send-destination-code', { memberId, codeId: code.codeId })
    return expiresAt
  })
  return {
    sentTo: maskNumber(mpesaNumber),
    requestedAt: new Date(expiresAt.getTime() - CODE_MINUTES * 60_000),
    expiresAt,
    resendAfterSeconds: RESEND_SECONDS,
    state: 'sending',
    problem: null,
  }
}

/** Whether members can prove a number by a texted code. Without texts the first payment proves it. */
export const areCodesOpen = ({ sms }: Pick<Deps, 'sms'>, { dailySmsLimit }: Pick<Economy, 'dailySmsLimit'>) =>
  sms.transport !== null && dailySmsLimit > 0

/** Whose limit refused a code. `pause`: the member has just asked for one. `site`: all texts of the day are used. */
type LimitedBy = 'pause' | 'member' | 'number' | 'network' | 'site'

const HOUR = 3600

/** Say when to try again, in words that a person can use. */
function refuse(by: LimitedBy, retryAfterSeconds: number): AppError {
  const [unit, length] =
    retryAfterSeconds < 120
      ? (['seconds', 1] as const)
      : retryAfterSeconds < 2 * HOUR
        ? (['minutes', 60] as const)
        : (['hours', HOUR] as const)
  return new AppError('CODE_LIMIT', {
    by,
    retryAfterSeconds,
    unit,
    amount: Math.ceil(retryAfterSeconds / length),
  })
}

type Asking = { memberId: string; number: string; address: string | null }

/**
 * Count a request for a code against every limit, before anything is sent. Limits of a number hold across members, because it
 * may be anyone's; an account's first request for it in a day has a reserve. A request that a later limit refuses stays counted: nobody
 * searches numbers for free.
 * @throws AppError CODE_LIMIT
 */
async function reserveCode(deps: Deps, { memberId, number, address }: Asking): Promise<void> {
  const { dailySmsLimit } = await deps.economy()
  const own = `${memberId}:${number}`
  const limits: readonly [LimitedBy, ThrottleRule, string | null][] = [
    ['pause', 'destination-code-pause', memberId],
    ['member', 'destination-code-account', memberId],
    ['member', 'destination-code-own-number', own],
    ['network', 'destination-code-address', address],
  ]
  for (const [by, rule, identifier] of limits) {
    const wait = await tryReserve(deps, rule, identifier)
    if (wait !== null) throw refuse(by, wait)
  }
  const isFirst = (await tryReserve(deps, 'destination-code-first', own)) === null
  const used =
    (await tryReserve(deps, 'destination-code-number-hour', number)) ??
    (await tryReserve(deps, 'destination-code-number-day', number))
  const isRefused =
    used !== null &&
    (!isFirst || (await tryReserve(deps, 'destination-code-number-reserve', number)) !== null)
  if (isRefused) throw refuse('number', used)
  if (!(await reserveText(deps.db, dailySmsLimit))) throw refuse('site', await getSecondsOfDayLeft(deps.db))
}

/** Null: counted. Otherwise the seconds to wait. */
async function tryReserve(deps: Deps, rule: ThrottleRule, identifier: string | null): Promise<number | null> {
  try {
    await reserveAttempt(deps, rule, identifier)
    return null
  } catch (error) {
    if (!(error instanceof AppError) || error.failure.code !== 'THROTTLED') throw error
    return error.failure.params.retryAfterSeconds
  }
}

/** Mask a number so that its owner recognises it and onlookers cannot read it. `number`: 254 and nine digits. */
const maskNumber = (number: string) => `0${number.slice(3, 6)} ••• ${number.slice(-3)}`

/** A member has one row of codes, so their id is its place. */
const placeOf = (memberId: string) => ({ table: 'destination_code', column: 'number', id: memberId })

const sealNumber = (secrets: Secrets, memberId: string, number: string) =>
  secrets.seal(placeOf(memberId), number)

/** @throws AppError SECRET_LOST, SecretError */
const openNumber = (secrets: Secrets, memberId: string, sealed: string) =>
  secrets.open(placeOf(memberId), sealed)

type Confirmed = { outcome: 'proven' | 'in-review'; message: Notice }

/**
 * Prove a number with the code that was texted to it. Each call is counted before it is judged, and a code works once. A number
 * that another member has proven is a SIM that changed hands: the code proves who has the phone now and moves nothing, because
 * points are paid by what was proven first. Staff decide.
 * @throws AppError CODE_INVALID with the tries that are left; none also where there is no code. NOT_SIGNED_IN if the session
 * ended meanwhile
 */
export async function confirmCode(
  deps: Deps,
  member: SignedInMember,
  { mpesaNumber, code }: ConfirmCodeInput,
): Promise<Confirmed> {
  const { db, secrets } = deps
  const { memberId } = member
  const live = await takeTry(db, { memberId, numberHashes: hashRecipient(secrets, mpesaNumber) })
  if (!live) throw new AppError('CODE_INVALID', { triesLeft: 0 })
  const { codeId, codeHash, tries } = live
  if (!isCode(hashCode(secrets, codeId, code), codeHash)) {
    throw new AppError('CODE_INVALID', { triesLeft: TRIES - tries })
  }
  const outcome = await db.transaction().execute(async (trx) => {
    await requireLiveSession(trx, member)
    if (!(await useCode(trx, { memberId, codeId }))) throw new AppError('CODE_INVALID', { triesLeft: 0 })
    const proof = { memberId, method: 'mpesa', value: mpesaNumber, by: 'code' } as const
    return proveDestination(trx, deps, proof)
  })
  return outcome === 'proven'
    ? { outcome, message: notice('NUMBER_PROVEN') }
    : { outcome: 'in-review', message: notice('NUMBER_IN_REVIEW') }
}

function isCode(hashes: readonly Buffer[], stored: Buffer | null): boolean {
  return stored !== null && hashes.some((hash) => timingSafeEqual(hash, stored))
}

/** Keyed, because a million codes are quickly tried against a plain hash, and bound to one request. */
const hashCode = (secrets: Secrets, codeId: string, code: string) =>
  secrets.hash('destination code', `${codeId}:${code}`)

type State = NonNullable<Answer<typeof destinationCodeState>['code']>['state']

/** A refused text is tried again while its code can be used. */
const STATES: Record<TextState, State> = {
  sending: 'sending',
  refused: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'not-delivered',
  undelivered: 'not-delivered',
  unknown: 'unknown',
}

/** Get the member's code that can be used now, with what the network says about its text. */
export async function getCode({ db, secrets }: Pick<Deps, 'db' | 'secrets'>, { memberId }: SignedInMember) {
  const found = await findCode(db, memberId)
  // A code whose number is lost can be confirmed by nobody: its hash was made with the same key.
  if (!found || isLostWith(secrets, found.number)) return { code: null }
  const { number, requestedAt, expiresAt, ageSeconds } = found
  const state = found.state === null ? 'sending' : STATES[found.state]
  return {
    code: {
      sentTo: maskNumber(openNumber(secrets, memberId, number)),
      requestedAt,
      expiresAt,
      resendAfterSeconds: Math.max(0, RESEND_SECONDS - ageSeconds),
      state,
      problem: state === 'not-delivered' ? found.problem : null,
    },
  }
}

const CODES = 1_000_000
const DIGITS = 6

/**
 * Job: make the code of a request and text it, in the member's language. The code is nowhere but in the text: a retry, which only
 * follows a text that was certainly not taken, makes another. Does nothing for a code that was replaced or has expired, or whose number is lost.
 * @throws a temporary refusal: the job has to be retried
 */
export async function sendCode(deps: Deps, { memberId, codeId }: { memberId: string; codeId: string }) {
  const { secrets, sms } = deps
  const { name: productName } = await deps.product()
  const code = String(randomInt(CODES)).padStart(DIGITS, '0')
  const [codeHash] = hashCode(secrets, codeId, code)
  return textOnce(deps, {
    memberId,
    textId: codeId,
    kind: 'destination-code',
    compose: async (trx) => {
      const stored = await setCodeHash(trx, { memberId, codeId, codeHash })
      if (!stored || isLostWith(secrets, stored.number)) return null
      const language = (await getSettings(trx, memberId)).language ?? 'en'
      return {
        to: openNumber(secrets, memberId, stored.number),
        text: sms.writeCode({ code, productName, minutes: CODE_MINUTES, language }),
        recipientHash: stored.numberHash,
      }
    },
  })
}

/** Export the member's newest request for a code, without the code's hash. */
export async function exportCodes({ trx, secrets }: Pick<Deps, 'secrets'> & { trx: Trx }, memberId: string) {
  const newest = await findNewestCode(trx, memberId)
  // A lost number cannot be exported.
  return newest && !isLostWith(secrets, newest.number)
    ? [{ ...newest, number: openNumber(secrets, memberId, newest.number) }]
    : []
}
