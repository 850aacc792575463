import { randomBytes } from 'node:crypto'
import type { CreatePartnerInput, Partner } from '@chuma/contract/partners'
import { insertAuditEntry } from '@chuma/db/queries/audit'
import { insertPartner } from '@chuma/db/queries/partners'
import type { StaffActor } from '../admin/require-staff.ts'
import type { Deps } from '../deps.ts'
import { describePartner } from './describe-partner.ts'
import { requireScheme } from './require-scheme.ts'

/** @throws AppError INVALID_INPUT naming what in the scheme is wrong or unsafe. The audit log never holds the secret. */
export async function createPartner(
  deps: Deps,
  staff: StaffActor,
  input: CreatePartnerInput,
): Promise<Partner> {
  const { scheme } = requireScheme(deps, input.scheme)
  return deps.db.transaction().execute(async (trx) => {
    const { name, preset, secret, isActive } = input
    // Some partners prove themselves by nothing but this address: it is a secret of its own.
    const publicKey = randomBytes(24).toString('base64url')
    const row = await insertPartner(trx, { name, preset, secret, isActive, publicKey, scheme })
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'create-partner',
      subject: `partner:${row.partnerId}`,
      after: { name, preset, isActive, scheme },
      address: staff.address,
    })
    return describePartner(deps, row)
  })
}
