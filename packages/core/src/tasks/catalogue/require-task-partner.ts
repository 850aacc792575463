import type { Trx } from '@chuma/db/client'
import { findPartner } from '@chuma/db/queries/partners/partners'
import { invalidField } from '../../app-error.ts'

/** @throws AppError INVALID_INPUT for an unknown partner */
export async function requireTaskPartner(trx: Trx, partnerId: string | null): Promise<void> {
  if (partnerId !== null && !(await findPartner(trx, partnerId))) {
    throw invalidField('partnerId', 'PARTNER_UNKNOWN')
  }
}
