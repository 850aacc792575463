import type { SecondFactorProof } from '@chuma/contract/admin/staff'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { deleteSecondFactor } from '@chuma/db/queries/admin/second-factors'
import { AppError } from '../../app-error.ts'
import { noteFactorChange } from '../../auth/step-up/note-factor-change.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type Notice, notice } from '../../notice.ts'
import { withBothFactors } from './with-both-factors.ts'

/** Remove the second factor. Throws like `withBothFactors`. */
export function removeSecondFactor(
  deps: Deps,
  caller: Caller,
  proof: SecondFactorProof,
): Promise<{ message: Notice }> {
  return withBothFactors(deps, { ...proof, caller }, async (trx, { holder, spent }) => {
    const { owner, name, address } = holder
    if (!holder.isTotpOn) throw new AppError('NOT_FOUND', { what: 'secondFactor' })
    await deleteSecondFactor(trx, owner)
    await noteFactorChange(trx, owner, 'second-factor-off')
    await insertAuditEntry(trx, {
      actor: name,
      action: 'second-factor.off',
      subject: name,
      before: spent,
      address,
    })
    return { message: notice('SECOND_FACTOR_OFF') }
  })
}
