import type { Figures } from '@chuma/contract/admin/figures'
import type { Product } from '@chuma/contract/admin/product'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { lockProduct, updateFigures } from '@chuma/db/queries/admin/product'
import type { Deps } from '../../deps.ts'
import type { StaffActor } from '../staff/require-staff.ts'

/** Choose what the public pages claim. Nothing computes these words; the operator answers for them. */
export async function changeFigures(deps: Deps, actor: StaffActor, after: Figures): Promise<Product> {
  await deps.db.transaction().execute(async (trx) => {
    const { figures: before } = await lockProduct(trx)
    await updateFigures(trx, after)
    await insertAuditEntry(trx, {
      actor: actor.name,
      action: 'product.figures-changed',
      subject: 'product',
      ...(before && { before }),
      after,
      address: actor.address,
    })
  })
  deps.changes.announce('product')
  return deps.product()
}
