import { createHash } from 'node:crypto'
import { type Withdrawal, withdrawal } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { findIdempotencyKey, insertIdempotencyKey } from '@chuma/db/queries/idempotency'
import * as z from 'zod'
import { AppError } from '../app-error.ts'
import { checkKey } from '../idempotency/check-key.ts'

type Keyed = { memberId: string; operation: string; key: string | undefined; request: object }

/** As it was kept, perhaps before a withdrawal had all that it has today. */
const storedWithdrawal = withdrawal
  .extend({
    requestedAt: z.coerce.date(),
    processedAt: z.coerce.date().nullable(),
    paidAt: z.coerce.date().nullable(),
    waitReason: withdrawal.shape.waitReason.default(null),
    waitsUntil: z.coerce.date().nullable().default(null),
    reviewReasons: withdrawal.shape.reviewReasons.default([]),
    paypalEmail: withdrawal.shape.paypalEmail.default(null),
    amountUsd: withdrawal.shape.amountUsd.default(null),
    taxPercent: withdrawal.shape.taxPercent.default(0),
    taxKes: withdrawal.shape.taxKes.default(0),
    payoutKes: withdrawal.shape.payoutKes.optional(),
    isInReview: withdrawal.shape.isInReview.default(false),
  })
  .transform((stored) => ({ ...stored, payoutKes: stored.payoutKes ?? stored.amountKes }))

/**
 * Runs `act` once for a caller's key and keeps the answer in the same transaction as the effect; a repeat gets that
 * answer. The caller must hold the member's wallet lock, or two first calls could both find no answer.
 * @throws AppError KEY_REUSED when the key came with another request
 */
export async function answerOnce(
  trx: Trx,
  keyed: Keyed,
  act: () => Promise<Withdrawal>,
): Promise<Withdrawal> {
  const key = checkKey(keyed.key)
  if (key === undefined) return act()

  const ref = { memberId: keyed.memberId, operation: keyed.operation, key }
  const requestHash = createHash('sha256').update(JSON.stringify(keyed.request)).digest()
  const earlier = await findIdempotencyKey(trx, ref)
  if (earlier && !earlier.requestHash.equals(requestHash)) throw new AppError('KEY_REUSED')
  if (earlier) return storedWithdrawal.parse(earlier.response)

  const response = await act()
  await insertIdempotencyKey(trx, { ...ref, requestHash, response })
  return response
}
