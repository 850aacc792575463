import { randomUUID } from 'node:crypto'
import type { Answer } from '@chuma/contract/timestamp'
import { CODE_MINUTES, RESEND_SECONDS } from '@chuma/contract/wallet/code-terms'
import type { destinationCode, RequestCodeInput } from '@chuma/contract/wallet/destination-codes'
import { insertJob } from '@chuma/db/queries/jobs'
import { replaceCode } from '@chuma/db/queries/wallet/destination-codes'
import { AppError } from '../../app-error.ts'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { hashRecipient } from '../../inbox/texts/hash-recipient.ts'
import { areCodesOpen } from './are-codes-open.ts'
import { reserveCode } from './code-limits.ts'
import { maskNumber } from './mask-number.ts'
import { sealNumber } from './seal-number.ts'

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
