import type {
  ClientLoginInput,
  ClientMe,
  OpenClientLinkInput,
  OpenedClientSession,
  SetClientPasswordInput,
} from '@chuma/contract/clients/client-session'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  findClientSession,
  findOpenClientLink,
  insertClientSession,
  revokeClientSessions,
  takeClientLink,
} from '@chuma/db/queries/clients/client-sessions'
import {
  findClientUser,
  findClientUserByEmail,
  lockClientUser,
  setClientPassword as storePassword,
} from '@chuma/db/queries/clients/clients'
import { AppError, orRefuse } from '../../app-error.ts'
import { countLogIn, countStranger } from '../../auth/devices.ts'
import { CLIENT_SESSION_TERMS } from '../../auth/identify-caller.ts'
import { checkNewPassword } from '../../auth/passwords/new-password.ts'
import { createToken, parseToken } from '../../auth/sessions.ts'
import { forgetAttempts, reserveAttempt, toSource } from '../../auth/throttle.ts'
import type { Caller, SignedInClient } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { passClientFactor } from '../factor.ts'
import { type ClientActor, requireWholeClient } from './client-sessions.ts'

/**
 * Set a client's own password, the first one after coming in by a link. Their other sessions end. A link to one survey sets none: it may
 * have been passed on.
 * @throws AppError FORBIDDEN, THROTTLED, WRONG_PASSWORD, INVALID_INPUT for a common password
 */
export async function setClientPassword(
  deps: Deps,
  client: ClientActor,
  { currentPassword, newPassword }: SetClientPasswordInput,
): Promise<ClientMe> {
  requireWholeClient(client)
  const { userId, audited, address } = client
  const turn = { room: 'clients', source: toSource(address) } as const
  const checked = orRefuse(await findClientUser(deps.db, userId), 'NOT_SIGNED_IN', { why: 'ended' })
  checkNewPassword(newPassword, 'newPassword')
  if (checked.passwordHash !== null) {
    await reserveAttempt(deps, 'password-check-account', `client:${userId}`)
    const isRight = await deps.passwords.matches(checked.passwordHash, currentPassword ?? '', turn)
    if (!isRight) throw new AppError('WRONG_PASSWORD')
  }
  const passwordHash = await deps.passwords.hash(newPassword, turn)
  await deps.db.transaction().execute(async (trx) => {
    const user = await lockClientUser(trx, userId)
    if (user?.passwordHash !== checked.passwordHash) throw new AppError('WRONG_PASSWORD')
    await storePassword(trx, { userId, passwordHash })
    await revokeClientSessions(trx, userId, { exceptHash: client.tokenHash })
    await insertAuditEntry(trx, {
      actor: audited,
      action: 'client.password-set',
      subject: `client-user:${userId}`,
      address,
    })
  })
  return { ...describeMe(client), hasPassword: true }
}

type Opening = { userId: string; linkId: string | null; code: string | undefined }

/**
 * Open a session at the clients' door, after the second factor where there is one. The caller has checked the password or used the link.
 * @throws AppError SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID
 */
async function openClientSession(
  deps: Pick<Deps, 'secrets'> & { db: Trx },
  { address, userAgent }: Caller,
  { userId, linkId, code }: Opening,
): Promise<OpenedClientSession> {
  const { db: trx } = deps
  const spent = await passClientFactor(deps, { userId, code })
  const { token, tokenHash } = createToken('c', userId)
  await insertClientSession(trx, { userId, tokenHash, linkId, address, userAgent })
  await insertAuditEntry(trx, {
    actor: `client:${userId}`,
    action: 'client.signed-in',
    subject: `client-user:${userId}`,
    ...((linkId || spent) && { after: { ...(linkId && { linkId }), ...spent } }),
    address,
  })
  const found = await findClientSession(trx, { userId, tokenHash }, CLIENT_SESSION_TERMS)
  if (!found) throw new Error('the session was just opened')
  return { token, me: describeMe(found) }
}

type Me = Pick<
  SignedInClient,
  'userId' | 'name' | 'email' | 'organisation' | 'hasPassword' | 'isSecondFactorOn' | 'surveyId'
>

/** What a client's pages show of who is signed in. */
export function describeMe({ userId: id, name, email, organisation, surveyId, ...has }: Me) {
  const { hasPassword, isSecondFactorOn } = has
  return { id, name, email, organisation, hasPassword, isSecondFactorOn, surveyId }
}

/**
 * Exchange a link for a session. A guessed, used, expired or revoked link, and one of someone who was removed, answer alike.
 * A person's second factor is asked for here too: a link that was found or made by our team must not be enough.
 * @throws AppError THROTTLED, LINK_INVALID, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_INVALID
 */
export async function openClientLink(deps: Deps, caller: Caller, { token, code }: OpenClientLinkInput) {
  await countStranger(deps, [['client-link-address', caller.address]])
  const parsed = parseToken(token)
  if (parsed?.kind !== 'o') throw new AppError('LINK_INVALID')
  const { ownerId: linkId, tokenHash } = parsed
  const found = orRefuse(await findOpenClientLink(deps.db, { linkId, tokenHash }), 'LINK_INVALID')
  // A wrong code uses no link up, so guesses are counted by person: of links there may be many.
  const isGuess = found.isSecondFactorOn && code !== undefined
  if (isGuess) await reserveAttempt(deps, 'client-code-account', found.userId)
  const opened = await deps.db.transaction().execute(async (trx) => {
    const link = orRefuse(await takeClientLink(trx, { linkId, tokenHash }), 'LINK_INVALID')
    return openClientSession({ ...deps, db: trx }, caller, { ...link, code })
  })
  if (isGuess) await forgetAttempts(deps, 'client-code-account', found.userId)
  return opened
}

/**
 * Sign someone of an organisation in. An unknown address, one without a password and a wrong password answer alike and take alike long.
 * A wrong code counts like a wrong password.
 * @throws AppError THROTTLED, INVALID_CREDENTIALS; SECOND_FACTOR_REQUIRED and SECOND_FACTOR_INVALID only after the
 * right password
 */
export async function logInClient(deps: Deps, caller: Caller, { email, password, code }: ClientLoginInput) {
  const { turn, forget } = await countLogIn(deps, caller, {
    side: 'clients',
    account: email,
    deviceToken: undefined,
  })
  const found = await findClientUserByEmail(deps.db, email)
  const matches = await deps.passwords.matches(found?.passwordHash ?? undefined, password, turn)
  if (!found || !matches) throw new AppError('INVALID_CREDENTIALS')
  const opened = await deps.db.transaction().execute(async (trx) => {
    // They may have been removed, or the password changed, while it was being checked.
    const user = await lockClientUser(trx, found.userId)
    if (user?.passwordHash !== found.passwordHash) throw new AppError('INVALID_CREDENTIALS')
    return openClientSession({ ...deps, db: trx }, caller, { userId: found.userId, linkId: null, code })
  })
  await forget()
  return opened
}
