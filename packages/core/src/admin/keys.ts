import { randomUUID } from 'node:crypto'
import { KEY_PERMISSIONS, type Permission } from '@chuma/contract/admin/permissions'
import {
  type apiKey,
  type CreateApiKeyInput,
  type createdApiKey,
  MAX_KEY_DAYS,
} from '@chuma/contract/admin/staff'
import type { Answer } from '@chuma/contract/fields'
import type { Trx } from '@chuma/db/client'
import {
  insertApiKey,
  revokeApiKey as revoke,
  revokeKeysOf as revokeStoredKeys,
  turnOnApiKey as turnOn,
} from '@chuma/db/queries/admin/api-keys'
import { recordAct } from '@chuma/db/queries/admin/audit'
import * as z from 'zod'
import { invalidField, orRefuse } from '../app-error.ts'
import { type CompanyDeps, passCompanyChange, recordCompanyChange } from '../approvals/company-changes.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import { withOwnPassword } from '../auth/passwords/new-password.ts'
import { createToken } from '../auth/sessions.ts'
import { requireStaff } from '../auth/staff.ts'
import type { Caller, StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'

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

/**
 * Revoke a key, immediately and for every process.
 * @throws AppError NOT_FOUND if there is no such key, or it is revoked already
 */
export function revokeApiKey({ db }: Deps, actor: StaffActor, { id }: { id: string }) {
  return db.transaction().execute(async (trx) => {
    const revoked = orRefuse(await revoke(trx, id), 'NOT_FOUND')
    await recordCompanyChange(trx, {
      actor: actor.name,
      action: 'api-key.revoked',
      subject: `key:${revoked.name}`,
      address: actor.address,
    })
    return revoked
  })
}

/**
 * Let a key of a restored backup work again: an owner has made sure that it was not revoked since.
 * @throws AppError NOT_FOUND if no such key waits for it
 */
export function turnOnApiKey({ db }: Deps, actor: StaffActor, { id }: { id: string }) {
  return db.transaction().execute(async (trx) => {
    const key = orRefuse(await turnOn(trx, id), 'NOT_FOUND')
    await recordCompanyChange(trx, {
      actor: actor.name,
      action: 'api-key.turned-on',
      subject: `key:${key.name}`,
      address: actor.address,
    })
    return key
  })
}

/** Revoke the keys of an account that loses its access, for good: they do not come back with it. */
export async function revokeKeysOf(
  trx: Trx,
  actor: StaffActor,
  owner: { staffId: string } | { memberId: string },
): Promise<void> {
  for (const name of await revokeStoredKeys(trx, owner)) {
    await recordAct(trx, actor, {
      action: 'api-key.revoked',
      subject: `key:${name}`,
      reason: 'The owner lost their access',
    })
  }
}
