import type { ChangeProductInput, Product } from '@chuma/contract/admin/product'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockProduct, updateProduct } from '@chuma/db/queries/admin/product'
import type { Deps } from '../../deps.ts'
import type { StaffActor } from '../staff/require-staff.ts'

/** Choose the product's name and contact details, and whether sign-up is open. Counts in every process from the commit on. */
export async function changeProduct(
  deps: Deps,
  actor: StaffActor,
  { name, email, phone, address, hours, isSignUpOpen }: ChangeProductInput,
): Promise<Product> {
  const after = {
    name,
    supportEmail: email,
    supportPhone: phone,
    officeAddress: address,
    supportHours: hours,
    isSignUpOpen,
  }
  await deps.db.transaction().execute(async (trx) => {
    const { figures: _, ...before } = await lockProduct(trx)
    await updateProduct(trx, after)
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'product.changed',
      subject: 'product',
      before,
      after,
      address: actor.address,
    })
  })
  deps.changes.announce('product')
  return deps.product()
}
