import type { CreatePartnerInput, partner } from '@chuma/contract/partners/partners'
import type { Answer } from '@chuma/contract/timestamp'
import { findPartner, insertPartner } from '@chuma/db/queries/partners/partners'
import { orAskAnother } from '../admin/approvals/or-ask-another.ts'
import { passCompanyChange } from '../admin/approvals/pass-company-change.ts'
import { sealPayload } from '../admin/approvals/seal-payload.ts'
import { recordCompanyChange } from '../admin/audit/record-company-change.ts'
import { requireChosenEconomy } from '../admin/economy/require-chosen-economy.ts'
import type { StaffActor } from '../admin/staff/require-staff.ts'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'
import { doOnce, type Once } from '../idempotency/do-once.ts'
import { describePartner } from './describe-partner.ts'
import { requireScheme } from './require-scheme.ts'
import { createPartnerKey, sealPartnerSecret } from './seal-partner.ts'

/**
 * Create a partner. The audit log never contains the secret. Where company changes need two
 * people it waits for the second.
 * @throws AppError APPROVAL_PENDING; INVALID_INPUT naming what is wrong or unsafe in the scheme; ECONOMY_UNCHOSEN for an active one before
 * an owner chose a preset
 */
export async function createPartner(
  deps: Deps,
  staff: StaffActor,
  { idempotencyKey: key, ...input }: CreatePartnerInput & Once,
): Promise<Answer<typeof partner>> {
  const { scheme } = requireScheme(deps, input.scheme)
  if (input.isActive) await requireChosenEconomy(deps)
  const { secrets } = deps
  const keyed = { secrets, caller: staff.name, operation: 'create-partner', key, request: input }
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const partnerId = await doOnce(trx, keyed, async () => {
        const { name, preset, isActive } = input
        const key = createPartnerKey(deps.secrets)
        const { partnerId } = key
        const secret = sealPartnerSecret(deps.secrets, partnerId, input.secret)
        const after = { name, preset, isActive, scheme }
        const approved = await passCompanyChange(
          { deps, trx, staff },
          {
            kind: 'create-partner',
            subject: 'partner',
            payload: input,
            stored: sealPayload(deps.secrets, input),
            before: null,
            after,
          },
        )
        await insertPartner(trx, { ...key, name, preset, secret, isActive, scheme })
        await recordCompanyChange(trx, {
          actor: staff.name,
          action: 'create-partner',
          subject: `partner:${partnerId}`,
          after: { ...after, ...approved },
          address: staff.address,
        })
        return partnerId
      })
      const row = await findPartner(trx, partnerId)
      if (!row) throw new AppError('NOT_FOUND')
      return describePartner(deps, row)
    }),
  )
}
