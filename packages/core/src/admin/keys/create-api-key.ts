import { randomUUID } from 'node:crypto'
import {
  type apiKey,
  type CreateApiKeyInput,
  type createdApiKey,
  MAX_KEY_DAYS,
} from '@chuma/contract/admin/api-keys'
import { KEY_PERMISSIONS, type Permission } from '@chuma/contract/admin/permissions'
import type { Answer } from '@chuma/contract/timestamp'
import { insertApiKey } from '@chuma/db/queries/admin/api-keys'
import * as z from 'zod'
import { invalidField } from '../../app-error.ts'
import { createToken } from '../../auth/create-token.ts'
import { withOwnPassword } from '../../auth/passwords/with-own-password.ts'
import type { Caller } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { type CompanyDeps, passCompanyChange } from '../approvals/pass-company-change.ts'
import { recordCompanyChange } from '../audit/record-company-change.ts'
import { requireStaff, type StaffActor } from '../staff/require-staff.ts'

/**
 * Create a key for a script. Its token is only in this answer. Where company changes need two people the key works once a
 * second person has approved it.
 * @throws AppError APPROVAL_PENDING, INVALID_INPUT if the name was ever used, WRONG_PASSWORD, THROTTLED
 */
export async function createApiKey(
  deps: Deps,
  caller: Caller,
  { password, networks = [], expiresInDays = MAX_KEY_DAYS, ...input }: CreateApiKeyInput,
): Promise<Answer<typeof createdApiKey>> {
  const actor = requireStaff(caller, 'keys:manage')
  return withOwnPassword(deps, { caller, password }, async () => {
    const keyId = randomUUID()
    const { token, tokenHash } = createToken('k', keyId)
    const created = await addApiKey(deps, actor, {
      ...input,
      networks,
      expiresInDays,
      ownerStaffId: caller.staff?.staffId ?? null,
      ownerMemberId: caller.staff ? null : (caller.member?.memberId ?? null),
      keyId,
      tokenHash: tokenHash.toString('hex'),
      token,
    })
    return { ...created, token }
  })
}

/** What is stored of a key that waits for a second person. */
export const waitingApiKey = z.strictObject({
  name: z.string(),
  permissions: z.array(z.enum(KEY_PERMISSIONS as [Permission, ...Permission[]])),
  networks: z.array(z.string()),
  expiresInDays: z.int(),
  ownerStaffId: z.uuid().nullable(),
  ownerMemberId: z.uuid().nullable(),
  keyId: z.uuid(),
  /** In hexadecimal digits. The token itself is shown to who asked, and stored nowhere. */
  tokenHash: z.string(),
})
type WaitingApiKey = z.infer<typeof waitingApiKey> & { token?: string }

/** Create a key whose token was shown before. Where company changes need two people it waits for the second. */
export function addApiKey(
  deps: CompanyDeps,
  actor: StaffActor,
  { token, keyId, tokenHash, ...payload }: WaitingApiKey,
): Promise<Answer<typeof apiKey>> {
  const { name, permissions, networks, expiresInDays } = payload
  return orAskAnother(deps, actor, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const approved = await passCompanyChange(
        { deps, trx, staff: actor },
        {
          kind: 'create-api-key',
          subject: `key:${name}`,
          payload,
          stored: { ...payload, keyId, tokenHash },
          ...(token !== undefined && { shown: token }),
          before: null,
          after: { permissions, networks, expiresInDays },
        },
      )
      const created = await insertApiKey(trx, {
        ...payload,
        keyId,
        tokenHash: Buffer.from(tokenHash, 'hex'),
        createdBy: actor.name,
      })
      if (!created) throw invalidField('name', 'KEY_NAME_USED')
      await recordCompanyChange(trx, {
        actor: actor.name,
        action: 'api-key.created',
        subject: `key:${created.name}`,
        after: { permissions, networks, expiresAt: created.expiresAt, ...approved },
        address: actor.address,
      })
      return created
    }),
  )
}
