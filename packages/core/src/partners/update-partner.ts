import type { partner, UpdatePartnerInput } from '@chuma/contract/partners/partners'
import type { Answer } from '@chuma/contract/timestamp'
import { lockPartner, updatePartner as updateRow } from '@chuma/db/queries/partners/partners'
import { recordCompanyChange } from '../admin/audit/record-company-change.ts'
import { requireChosenEconomy } from '../admin/economy/require-chosen-economy.ts'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { describePartner } from './describe-partner.ts'
import { requireScheme } from './require-scheme.ts'
import { sealPartnerSecret } from './seal-partner.ts'

/**
 * Change a partner. Without a secret the stored one stays. Calls of a disabled partner are refused; pending credits are
 * still paid.
 * @throws AppError NOT_FOUND, INVALID_INPUT, PARTNER_STATE if the partner changed since this version was read, ECONOMY_UNCHOSEN
 * if it would become active before an owner chose a preset
 */
export async function updatePartner(
  deps: Deps,
  staff: StaffActor,
  { id, secret, version, ...input }: UpdatePartnerInput,
): Promise<Answer<typeof partner>> {
  const { scheme } = requireScheme(deps, input.scheme)
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockPartner(trx, id)
    if (!before) throw new AppError('NOT_FOUND')
    if (before.version !== version) throw new AppError('PARTNER_STATE')
    if (input.isActive && !before.isActive) await requireChosenEconomy({ ...deps, db: trx })
    const sealed = secret === undefined ? before.secret : sealPartnerSecret(deps.secrets, id, secret)
    const row = await updateRow(trx, id, { ...input, scheme, secret: sealed })
    await recordCompanyChange(trx, {
      actor: staff.name,
      action: 'update-partner',
      subject: `partner:${id}`,
      before: { name: before.name, isActive: before.isActive, scheme: before.scheme },
      after: { name: row.name, isActive: row.isActive, scheme, isSecretNew: secret !== undefined },
      address: staff.address,
    })
    return describePartner(deps, row)
  })
}
