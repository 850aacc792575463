import type { AddTaxClassesInput, taxClass } from '@chuma/contract/books/tax'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { insertTaxClass, listTaxClasses, lockTaxClasses } from '@chuma/db/queries/books/tax-classes'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { orAskAnother } from '../../admin/approvals/or-ask-another.ts'
import { passCompanyChange } from '../../admin/approvals/pass-company-change.ts'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'

/**
 * For owners, always with a second person: a rate for kinds of earnings from a later day on. A class that has begun never changes; one
 * that has not is replaced by another for the same day.
 * @throws AppError APPROVAL_PENDING, INVALID_INPUT for a day that has begun
 */
export async function addTaxClasses(
  deps: Pick<Deps, 'db' | 'accounts' | 'economy'>,
  staff: StaffActor,
  input: AddTaxClassesInput,
): Promise<Answer<typeof taxClass>[]> {
  const { earnings, residence, percent, validFrom, reason } = input
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      await lockTaxClasses(trx)
      if (validFrom <= (await getBusinessDay(trx))) throw invalidField('validFrom', 'TAX_CLASS_BEGUN')
      const inForce = (await listTaxClasses(trx)).filter(
        (row) => row.isInForce && row.residence === residence && earnings.includes(row.earnings),
      )
      const approved = await passCompanyChange(
        { deps, trx, staff },
        {
          kind: 'add-tax-classes',
          subject: 'tax',
          payload: input,
          before: Object.fromEntries(inForce.map((row) => [row.earnings, row.percent])),
          after: { earnings, residence, percent, validFrom },
          reason,
          mustWait: true,
        },
      )
      for (const each of earnings) {
        await insertTaxClass(trx, {
          earnings: each,
          residence,
          percent,
          validFrom,
          reason,
          decidedBy: staff.name,
        })
      }
      await insertAuditEntry(trx, {
        actor: staff.name,
        action: 'tax.class-added',
        subject: 'tax',
        after: { earnings, residence, percent, validFrom, ...approved },
        reason,
        address: staff.address,
      })
      return listTaxClasses(trx)
    }),
  )
}
