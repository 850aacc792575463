import type { PasskeyAnswer } from '@chuma/contract/auth/passkeys'
import type { StepUpInput } from '@chuma/contract/auth/security-links'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { markPasskeyUsed } from '@chuma/db/queries/auth/passkeys'
import { AppError, invalidField } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type Notice, notice } from '../../notice.ts'
import { spendSecondFactor } from '../factor.ts'
import { requirePasskeyHolder, verifyPasskey } from '../passkeys/log-in-with-passkey.ts'
import { withOwnPassword } from '../passwords/new-password.ts'
import { requireNewStaffPerson } from '../staff.ts'
import { forgetAttempts, reserveAttempt } from '../throttle.ts'
import { lockFactorOwner, markProven, requireNewFactorHolder } from './proof.ts'

/**
 * Prove who is at the keyboard, for the session of this call only. A code works once; guesses count like passwords.
 * @throws AppError INVALID_INPUT for a wrong code or passkey, WRONG_PASSWORD, THROTTLED; STEP_UP_REQUIRED for a way that this account
 * does not have; NOT_SIGNED_IN for a session that ended meanwhile
 */
export async function stepUp(deps: Deps, caller: Caller, input: StepUpInput): Promise<{ message: Notice }> {
  const { ways } = requireNewFactorHolder(caller).proof
  const isOffered = input.way === 'code' ? ways.includes('recovery-code') : ways.includes(input.way)
  if (!isOffered) throw new AppError('STEP_UP_REQUIRED', { ways: [...ways] })
  if (input.way === 'password') {
    await withOwnPassword(deps, { caller, password: input.password }, () =>
      deps.db.transaction().execute((trx) => record(trx, caller, 'password')),
    )
  } else if (input.way === 'passkey') await withPasskey(deps, caller, input.answer)
  else await withCode(deps, caller, input.code)
  return { message: notice('STEPPED_UP') }
}

async function withPasskey(deps: Deps, caller: Caller, answer: PasskeyAnswer): Promise<void> {
  const { owner, sessionHash } = requirePasskeyHolder(caller)
  const bound = { ...owner, sessionHash, purpose: 'step-up' } as const
  const verified = await verifyPasskey(deps, { owner, bound, answer })
  if (!verified) throw invalidField('answer', 'PASSKEY_REFUSED')
  await deps.db.transaction().execute(async (trx) => {
    if (!(await markPasskeyUsed(trx, verified))) throw invalidField('answer', 'PASSKEY_REFUSED')
    await record(trx, caller, 'passkey')
  })
}

async function withCode(deps: Deps, caller: Caller, code: string): Promise<void> {
  const { owner } = requireNewFactorHolder(caller)
  await reserveAttempt(deps, 'password-check-account', owner.id)
  await deps.db.transaction().execute(async (trx) => {
    await lockFactorOwner(trx, owner)
    const spent = await spendSecondFactor(deps, trx, { owner, code })
    if (!spent) throw invalidField('code', 'FACTOR_CODE_WRONG')
    await record(trx, caller, spent.secondFactor)
  })
  await forgetAttempts(deps, 'password-check-account', owner.id)
}

async function record(trx: Trx, caller: Caller, way: string): Promise<void> {
  const { name, address } = requireNewStaffPerson(caller)
  await markProven(trx, caller)
  await insertAuditEntry(trx, { actor: name, action: 'step-up', subject: name, after: { way }, address })
}
