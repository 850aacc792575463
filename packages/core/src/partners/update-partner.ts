import type { partner, UpdatePartnerInput } from '@chuma/contract/partners/partners'
import type { Answer } from '@chuma/contract/timestamp'
import { lockPartner, updatePartner as updateRow } from '@chuma/db/queries/partners/partners'
import { orAskAnother } from '../admin/approvals/or-ask-another.ts'
import { passCompanyChange } from '../admin/approvals/pass-company-change.ts'
import { sealPayload } from '../admin/approvals/seal-payload.ts'
import { recordCompanyChange } from '../admin/audit/record-company-change.ts'
import { requireChosenEconomy } from '../admin/economy/require-chosen-economy.ts'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { isLostWith } from '../secrets/create-secrets.ts'
import { describePartner } from './describe-partner.ts'
import { requireScheme } from './require-scheme.ts'
import { createPublicKey, sealPartnerSecret } from './seal-partner.ts'

/**
 * Change a partner. Without a secret the stored one stays. With one after the key was lost, the partner gets a new address too. Calls of a disabled partner are refused; pending credits are
 * still paid.
 * Where company changes need two people it waits for the second.
 * @throws AppError APPROVAL_PENDING, NOT_FOUND, INVALID_INPUT, PARTNER_STATE if the partner changed since this version was read, ECONOMY_UNCHOSEN
 * if it would become active before an owner chose a preset
 */
export async function updatePartner(
  deps: Deps,
  staff: StaffActor,
  given: UpdatePartnerInput,
): Promise<Answer<typeof partner>> {
  const { id, secret, version, ...input } = given
  const { scheme } = requireScheme(deps, input.scheme)
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const before = await lockPartner(trx, id)
      if (!before) throw new AppError('NOT_FOUND')
      if (before.version !== version) throw new AppError('PARTNER_STATE')
      if (input.isActive && !before.isActive) await requireChosenEconomy({ ...deps, db: trx })
      const change = {
        before: { name: before.name, isActive: before.isActive, scheme: before.scheme },
        after: { name: input.name, isActive: input.isActive, scheme, isSecretNew: secret !== undefined },
      }
      const approved = await passCompanyChange(
        { deps, trx, staff },
        {
          kind: 'update-partner',
          subject: `partner:${id}`,
          payload: given,
          stored: sealPayload(deps.secrets, given),
          ...change,
        },
      )
      const sealed = secret === undefined ? before.secret : sealPartnerSecret(deps.secrets, id, secret)
      const address =
        secret !== undefined && isLostWith(deps.secrets, before.publicKey)
          ? createPublicKey(deps.secrets, id)
          : {}
      const row = await updateRow(trx, id, { ...input, ...address, scheme, secret: sealed })
      await recordCompanyChange(trx, {
        actor: staff.name,
        action: 'update-partner',
        subject: `partner:${id}`,
        before: change.before,
        after: { ...change.after, ...approved },
        address: staff.address,
      })
      return describePartner(deps, row)
    }),
  )
}
