import type { SecondFactorProof } from '@chuma/contract/admin/staff'
import type { Trx } from '@chuma/db/client'
import { type AuditEntry, insertAuditEntry, recordAct } from '@chuma/db/queries/admin/audit'
import {
  type CodeOwner,
  deleteSecondFactor,
  hasSecondFactor,
  insertSecondFactor,
  replaceRecoveryCodes,
} from '@chuma/db/queries/admin/staff-sessions'
import {
  deleteClientSessions,
  isClientSessionOpen,
  revokeClientLinksOf,
  revokeClientSessions,
} from '@chuma/db/queries/clients/client-sessions'
import { findClientUser, lockClientUser, setClientPassword } from '@chuma/db/queries/clients/clients'
import { AppError, invalidField, orRefuse } from '../app-error.ts'
import { type CompanyDeps, passCompanyChange } from '../approvals/company-changes.ts'
import { orAskAnother } from '../approvals/or-ask-another.ts'
import {
  createRecoveryCodes,
  createTotpSecret,
  placeOfFactor,
  type SpentFactor,
  spendSecondFactor,
  turnOnFactor,
} from '../auth/factor.ts'
import { withPassword } from '../auth/passwords/new-password.ts'
import { listWays } from '../auth/step-up/proof.ts'
import { forgetAttempts, reserveAttempt } from '../auth/throttle.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { notice } from '../notice.ts'
import { getClient } from './people/client-links.ts'
import { type ClientActor, requireWholeClient } from './sessions/client-sessions.ts'

/**
 * Create a secret for the authenticator app, shown only here. It counts once a code has proved that the app has it. Needs the password, so
 * a stolen session adds no factor of its own, and someone without a password sets one first.
 * @throws AppError FORBIDDEN by a link to one survey, WRONG_PASSWORD, THROTTLED, SECOND_FACTOR_ON
 */
export async function startClientFactor(deps: Deps, client: ClientActor, { password }: { password: string }) {
  const { name } = await deps.product()
  return withClientPassword(deps, { client, password }, async (trx, owner) => {
    const started = createTotpSecret(client.email, name)
    const sealed = deps.secrets.seal(placeOfFactor(owner), started.secret)
    if (!(await insertSecondFactor(trx, owner, sealed))) throw new AppError('SECOND_FACTOR_ON')
    await audit(trx, client, { action: 'client.factor-started' })
    return started
  })
}

/**
 * Turn the second factor on. Other sessions, which came without it, end.
 * @throws AppError FORBIDDEN by a link to one survey; INVALID_INPUT for a wrong code, NOT_FOUND if the setup was not started,
 * SECOND_FACTOR_ON, THROTTLED
 */
export async function confirmClientFactor(deps: Deps, client: ClientActor, { code }: { code: string }) {
  requireWholeClient(client)
  const { userId, tokenHash } = client
  await reserveAttempt(deps, 'password-check-account', userId)
  const recoveryCodes = await deps.db.transaction().execute(async (trx) => {
    await lockUser(trx, client)
    const codes = await turnOnFactor(deps, trx, { owner: clientOwner(userId), code })
    await revokeClientSessions(trx, userId, { exceptHash: tokenHash })
    await audit(trx, client, { action: 'client.factor-on' })
    return codes
  })
  await forgetAttempts(deps, 'password-check-account', userId)
  return { recoveryCodes }
}

/** Remove the second factor. Throws like `withBothClientFactors`. */
export function removeClientFactor(deps: Deps, client: ClientActor, proof: SecondFactorProof) {
  return withBothClientFactors(deps, { client, proof }, async (trx, spent) => {
    await deleteSecondFactor(trx, clientOwner(client.userId))
    await audit(trx, client, { action: 'client.factor-off', before: spent })
    return { message: notice('SECOND_FACTOR_OFF') }
  })
}

/** Replace all recovery codes by ten new ones. Throws like `withBothClientFactors`. */
export function renewClientCodes(deps: Deps, client: ClientActor, proof: SecondFactorProof) {
  return withBothClientFactors(deps, { client, proof }, async (trx, spent) => {
    const { codes, codeHashes } = createRecoveryCodes()
    await replaceRecoveryCodes(trx, clientOwner(client.userId), codeHashes)
    await audit(trx, client, { action: 'client.codes-renewed', before: spent })
    return { recoveryCodes: codes }
  })
}

/**
 * Change a second factor in the transaction that uses up the code for it: a stolen session and the password are not enough.
 * @throws AppError FORBIDDEN by a link to one survey, WRONG_PASSWORD, INVALID_INPUT for a wrong code, NOT_FOUND without a second factor,
 * THROTTLED
 */
function withBothClientFactors<T>(
  deps: Deps,
  { client, proof: { password, code } }: { client: ClientActor; proof: SecondFactorProof },
  work: (trx: Trx, spent: SpentFactor) => Promise<T>,
): Promise<T> {
  return withClientPassword(deps, { client, password }, async (trx, owner) => {
    if (!client.isSecondFactorOn) throw new AppError('NOT_FOUND', { what: 'secondFactor' })
    const spent = await spendSecondFactor(deps, trx, { owner, code })
    if (!spent) throw invalidField('code', 'FACTOR_CODE_WRONG')
    return work(trx, spent)
  })
}

function withClientPassword<T>(
  deps: Deps,
  { client, password }: { client: ClientActor; password: string },
  work: (trx: Trx, owner: ReturnType<typeof clientOwner>) => Promise<T>,
): Promise<T> {
  requireWholeClient(client)
  const { userId, address } = client
  const readHash: Parameters<typeof withPassword>[1]['readHash'] = async (db, id) =>
    (await findClientUser(db, id))?.passwordHash ?? undefined
  return withPassword(
    deps,
    { room: 'clients', accountId: userId, readHash, address, password },
    (checkedHash) =>
      deps.db.transaction().execute(async (trx) => {
        const { passwordHash } = await lockUser(trx, client)
        if (passwordHash !== checkedHash) throw new AppError('WRONG_PASSWORD')
        return work(trx, clientOwner(userId))
      }),
  )
}

/** Wait for a concurrent log-in with the same code, or a reset; the session may have ended by it. */
async function lockUser(trx: Trx, { userId, tokenHash }: ClientActor) {
  const user = await lockClientUser(trx, userId)
  if (!user || !(await isClientSessionOpen(trx, { userId, tokenHash }))) {
    throw new AppError('NOT_SIGNED_IN', { why: 'ended' })
  }
  return user
}

type Change = Pick<AuditEntry, 'action' | 'before'>

const audit = (trx: Trx, { audited, userId, address }: ClientActor, change: Change) =>
  insertAuditEntry(trx, { ...change, actor: audited, subject: `client-user:${userId}`, address })

export const clientOwner = (userId: string): CodeOwner => ({ kind: 'client', id: userId })

/**
 * For content, finance and owners: give someone of a client, who lost their password or second factor, a fresh start. Password, second factor,
 * sessions and links end; a new link lets them in. Someone of our team could otherwise be the client, and accept a quote: it needs a second
 * person where company changes do.
 * @throws AppError NOT_FOUND, APPROVAL_PENDING
 */
export async function resetClientUser(deps: CompanyDeps, staff: StaffActor, { id: userId }: { id: string }) {
  const { detail, email } = await orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const user = orRefuse(await lockClientUser(trx, userId), 'NOT_FOUND')
      const owner = clientOwner(userId)
      const before = {
        hasPassword: user.passwordHash !== null,
        isSecondFactorOn: await hasSecondFactor(trx, owner),
      }
      const approved = await passCompanyChange(
        { deps, trx, staff },
        {
          kind: 'reset-client-user',
          subject: `client-user:${userId}`,
          payload: { id: userId },
          before,
          after: null,
        },
      )
      await setClientPassword(trx, { userId, passwordHash: null })
      await deleteSecondFactor(trx, owner)
      await revokeClientLinksOf(trx, userId)
      await deleteClientSessions(trx, userId)
      await recordAct(trx, staff, {
        action: 'client.user-reset',
        subject: `client-user:${userId}`,
        before,
        after: { organisationId: user.organisationId, ...approved },
      })
      return { detail: await getClient(trx, user.organisationId), email: user.email }
    }),
  )
  // Earlier guesses must not delay the first log-in after it.
  await forgetAttempts(deps, 'log-in-client-account', email)
  return detail
}

/**
 * Use up the code of someone who is logging in, if they have a second factor. The caller counts the guesses.
 * @returns null without a second factor
 * @throws AppError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID
 */
export async function passClientFactor(
  deps: Pick<Deps, 'secrets'> & { db: Trx },
  { userId, code }: { userId: string; code: string | undefined },
): Promise<SpentFactor | null> {
  const owner = clientOwner(userId)
  if (!(await hasSecondFactor(deps.db, owner))) return null
  const ways = listWays({ isTotpOn: true, hasPasskey: false })
  if (code === undefined) throw new AppError('SECOND_FACTOR_REQUIRED', { ways })
  const spent = orRefuse(await spendSecondFactor(deps, deps.db, { owner, code }), 'SECOND_FACTOR_INVALID')
  return spent
}
