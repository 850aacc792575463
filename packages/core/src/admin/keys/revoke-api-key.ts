import type { apiKey } from '@chuma/contract/admin/api-keys'
import type { Answer } from '@chuma/contract/timestamp'
import { revokeApiKey as revoke, turnOnApiKey as turnOn } from '@chuma/db/queries/admin/api-keys'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { recordCompanyChange } from '../audit/record-company-change.ts'
import type { StaffActor } from '../staff/require-staff.ts'

/**
 * Revoke a key, immediately and for every process.
 * @throws AppError NOT_FOUND if there is no such key, or it is revoked already
 */
export function revokeApiKey(
  { db }: Deps,
  actor: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof apiKey>> {
  return db.transaction().execute(async (trx) => {
    const revoked = await revoke(trx, id)
    if (!revoked) throw new AppError('NOT_FOUND')
    await recordCompanyChange(trx, {
      actor: actor.name,
      action: 'api-key.revoked',
      subject: `key:${revoked.name}`,
      address: actor.address,
    })
    return revoked
  })
}

/**
 * Let a key of a restored backup work again: an owner has made sure that it was not revoked since.
 * @throws AppError NOT_FOUND if no such key waits for it
 */
export function turnOnApiKey(
  { db }: Deps,
  actor: StaffActor,
  { id }: { id: string },
): Promise<Answer<typeof apiKey>> {
  return db.transaction().execute(async (trx) => {
    const key = await turnOn(trx, id)
    if (!key) throw new AppError('NOT_FOUND')
    await recordCompanyChange(trx, {
      actor: actor.name,
      action: 'api-key.turned-on',
      subject: `key:${key.name}`,
      address: actor.address,
    })
    return key
  })
}
