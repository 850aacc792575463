import { sql } from 'kysely'
import type { Trx } from '../../client.ts'
import type { LockedAttempt } from './payout-attempts.ts'
import type { LockedWithdrawal, WithdrawalRef } from './payouts.ts'

type Locked = { withdrawal: LockedWithdrawal; attempt: LockedAttempt | null }

/** Lock the wallet, a withdrawal, and the newest attempt to pay it; at most this one is open. In this order, by one statement. */
export async function lockWithAttempt(trx: Trx, { memberId, withdrawalId }: WithdrawalRef): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select withdrawal, attempt from lock_payout(${memberId}, ${withdrawalId})
  `.execute(trx)
  const [locked] = rows
  if (!locked) throw new Error('lock_payout always answers one row')
  return locked
}
