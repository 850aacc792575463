import { sql } from 'kysely'
import type { Trx } from '../../client.ts'

/** Store an unconfirmed secret, in place of an earlier unconfirmed one. False when a factor is already on. */
export async function insertSecondFactor(trx: Trx, staffId: string, secret: string): Promise<boolean> {
  const inserted = await trx
    .insertInto('staffSecondFactor')
    .values({ staffId, secret, confirmedAt: null })
    .onConflict((conflict) =>
      conflict
        .column('staffId')
        .doUpdateSet({ secret, lastStep: 0 })
        .where('staffSecondFactor.confirmedAt', 'is', null),
    )
    .returning('staffId')
    .executeTakeFirst()
  return inserted !== undefined
}

/**
 * Includes the database's seconds, which are the same for all processes. Locks the row: a key rotation must not seal the
 * secret again before its code is spent.
 */
export function lockSecondFactor(trx: Trx, staffId: string) {
  return trx
    .selectFrom('staffSecondFactor')
    .select((eb) => [
      'secret',
      eb('confirmedAt', 'is not', null).$castTo<boolean>().as('isOn'),
      sql<number>`extract(epoch from now())::bigint`.as('nowSeconds'),
    ])
    .where('staffId', '=', staffId)
    .forUpdate()
    .executeTakeFirst()
}

export function hasSecondFactor(trx: Trx, staffId: string): Promise<boolean> {
  return trx
    .selectFrom('staffSecondFactor')
    .select('staffId')
    .where('staffId', '=', staffId)
    .where('confirmedAt', 'is not', null)
    .executeTakeFirst()
    .then((factor) => factor !== undefined)
}

type Proof = { staffId: string; secret: string; step: number }

/** Turn on the secret that the code belongs to, unless another has replaced it. */
export async function confirmSecondFactor(trx: Trx, { staffId, secret, step }: Proof): Promise<boolean> {
  const confirmed = await trx
    .updateTable('staffSecondFactor')
    .set({ confirmedAt: sql<Date>`now()`, lastStep: step })
    .where('staffId', '=', staffId)
    .where('secret', '=', secret)
    .where('confirmedAt', 'is', null)
    .returning('staffId')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** Use up a step: of concurrent calls with the same code one succeeds. Using a newer step uses up the older ones. */
export async function spendStep(trx: Trx, { staffId, secret, step }: Proof): Promise<boolean> {
  const spent = await trx
    .updateTable('staffSecondFactor')
    .set({ lastStep: step })
    .where('staffId', '=', staffId)
    .where('secret', '=', secret)
    .where('confirmedAt', 'is not', null)
    .where('lastStep', '<', step)
    .returning('staffId')
    .executeTakeFirst()
  return spent !== undefined
}

/** Remove the authenticator app, and the recovery codes if no passkey is left to recover. */
export async function deleteSecondFactor(trx: Trx, staffId: string): Promise<void> {
  await trx.deleteFrom('staffSecondFactor').where('staffId', '=', staffId).execute()
  await deleteUnneededRecoveryCodes(trx, staffId)
}

/** Remove the recovery codes of an account that has no factor. */
export async function deleteUnneededRecoveryCodes(trx: Trx, staffId: string): Promise<void> {
  await trx
    .deleteFrom('staffRecoveryCode')
    .where('staffId', '=', staffId)
    .where(
      sql<boolean>`not exists (select from staff_passkey p where p.staff_id = ${staffId})
        and not exists (
          select from staff_second_factor f where f.staff_id = ${staffId} and f.confirmed_at is not null
        )`,
    )
    .execute()
}

export async function replaceRecoveryCodes(trx: Trx, staffId: string, codeHashes: Buffer[]): Promise<void> {
  await trx.deleteFrom('staffRecoveryCode').where('staffId', '=', staffId).execute()
  await trx
    .insertInto('staffRecoveryCode')
    .values(codeHashes.map((codeHash) => ({ staffId, codeHash, usedAt: null })))
    .execute()
}

export async function spendRecoveryCode(trx: Trx, staffId: string, codeHash: Buffer): Promise<boolean> {
  const spent = await trx
    .updateTable('staffRecoveryCode')
    .set({ usedAt: sql<Date>`now()` })
    .where('staffId', '=', staffId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('staffId')
    .executeTakeFirst()
  return spent !== undefined
}

export async function countRecoveryCodes(trx: Trx, staffId: string): Promise<number> {
  const { left } = await trx
    .selectFrom('staffRecoveryCode')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('staffId', '=', staffId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
