import type { RecoveryCodes, SecondFactorProof } from '@chuma/contract/admin/staff'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { replaceRecoveryCodes } from '@chuma/db/queries/admin/second-factors'
import { createRecoveryCodes } from '../../auth/factor/recovery-codes.ts'
import { noteFactorChange } from '../../auth/step-up/note-factor-change.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { withBothFactors } from './with-both-factors.ts'

/** Replace all recovery codes by ten new ones. Throws like `withBothFactors`. */
export function renewRecoveryCodes(
  deps: Deps,
  caller: Caller,
  proof: SecondFactorProof,
): Promise<RecoveryCodes> {
  return withBothFactors(deps, { ...proof, caller }, async (trx, { holder, spent }) => {
    const { owner, name, address } = holder
    const { codes, codeHashes } = createRecoveryCodes()
    await replaceRecoveryCodes(trx, owner, codeHashes)
    await noteFactorChange(trx, owner, 'recovery-codes-renewed')
    await insertAuditEntry(trx, {
      actor: name,
      action: 'second-factor.codes-renewed',
      subject: name,
      before: spent,
      address,
    })
    return { recoveryCodes: codes }
  })
}
