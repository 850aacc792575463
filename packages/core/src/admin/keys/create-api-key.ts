import { randomUUID } from 'node:crypto'
import { type CreateApiKeyInput, type createdApiKey, MAX_KEY_DAYS } from '@chuma/contract/admin/api-keys'
import type { Answer } from '@chuma/contract/timestamp'
import { insertApiKey } from '@chuma/db/queries/admin/api-keys'
import { invalidField } from '../../app-error.ts'
import { createToken } from '../../auth/create-token.ts'
import { withOwnPassword } from '../../auth/passwords/with-own-password.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { recordCompanyChange } from '../audit/record-company-change.ts'
import { requireStaff } from '../staff/require-staff.ts'

/**
 * Create a key for a script. Its token is only in this answer.
 * @throws AppError INVALID_INPUT if the name was ever used, WRONG_PASSWORD, THROTTLED
 */
export async function createApiKey(
  deps: Deps,
  caller: Caller,
  { password, networks = [], expiresInDays = MAX_KEY_DAYS, ...input }: CreateApiKeyInput,
): Promise<Answer<typeof createdApiKey>> {
  const { name: createdBy, address } = requireStaff(caller, 'keys:manage')
  return withOwnPassword(deps, { caller, password }, () =>
    deps.db.transaction().execute(async (trx) => {
      const keyId = randomUUID()
      const { token, tokenHash } = createToken('k', keyId)
      const created = await insertApiKey(trx, {
        ...input,
        networks,
        expiresInDays,
        keyId,
        tokenHash,
        createdBy,
        ownerStaffId: caller.staff?.staffId ?? null,
        ownerMemberId: caller.staff ? null : (caller.member?.memberId ?? null),
      })
      if (!created) throw invalidField('name', 'KEY_NAME_USED')
      const { permissions, expiresAt } = created
      await recordCompanyChange(trx, {
        actor: createdBy,
        action: 'api-key.created',
        subject: `key:${created.name}`,
        after: { permissions, networks, expiresAt },
        address,
      })
      return { ...created, token }
    }),
  )
}
