import { timingSafeEqual } from 'node:crypto'
import type { ConfirmCodeInput } from '@chuma/contract/wallet/destination-codes'
import { TRIES, takeTry, useCode } from '@chuma/db/queries/wallet/destination-codes'
import { AppError } from '../../app-error.ts'
import { requireLiveSession } from '../../auth/require-live-session.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { hashRecipient } from '../../inbox/texts/hash-recipient.ts'
import { type Notice, notice } from '../../notice.ts'
import { hashCode } from './hash-code.ts'
import { proveDestination } from './prove-destination.ts'

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
