import type { Answer } from '@chuma/contract/fields'
import type { CreatePartnerInput, partner, UpdatePartnerInput } from '@chuma/contract/partners/partners'
import { boughtPoints } from '@chuma/contract/surveys/survey-measures'
import { findEventDetail } from '@chuma/db/queries/partners/partner-events'
import {
  findPartner,
  insertPartner,
  lockPartner,
  updatePartner as updateRow,
} from '@chuma/db/queries/partners/partners'
import { AppError, orRefuse } from '../app-error.ts'
import { passCompanyChange, recordCompanyChange } from '../approvals/company-changes.ts'
import { orAskAnother, sealPayload } from '../approvals/or-ask-another.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { requireChosenEconomy } from '../economy.ts'
import { doOnce, type Once } from '../idempotency/do-once.ts'
import { isLostWith, maskSecret } from '../secrets/secrets.ts'
import {
  createPartnerKey,
  createPublicKey,
  describePartner,
  openPartnerSecret,
  openRequest,
  sealPartnerSecret,
} from './events.ts'

/**
 * Change a partner. Without a secret the stored one stays. With one after the key was lost, the partner gets a new address too. Calls of a disabled partner are refused; pending credits are
 * still paid.
 * Where company changes need two people it waits for the second.
 * @throws AppError APPROVAL_PENDING, NOT_FOUND, INVALID_INPUT, PARTNER_STATE if the partner changed since this version was read, ECONOMY_UNCHOSEN
 * if it would become active before an owner chose a preset
 */
export async function updatePartner(deps: Deps, staff: StaffActor, given: UpdatePartnerInput) {
  const { id, secret, version, ...input } = given
  const { scheme } = requireScheme(deps, input.scheme)
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const before = orRefuse(await lockPartner(trx, id), 'NOT_FOUND')
      if (before.version !== version) throw new AppError('PARTNER_STATE')
      if (input.isActive && !before.isActive) await requireChosenEconomy({ ...deps, db: trx })
      const change = {
        before: { name: before.name, isActive: before.isActive, scheme: before.scheme },
        after: { name: input.name, isActive: input.isActive, scheme, isSecretNew: secret !== undefined },
      }
      const approved = await passCompanyChange(
        { deps, trx, staff },
        {
          kind: 'update-partner',
          subject: `partner:${id}`,
          payload: given,
          stored: sealPayload(deps.secrets, given),
          ...change,
        },
      )
      const sealed = secret === undefined ? before.secret : sealPartnerSecret(deps.secrets, id, secret)
      const address =
        secret !== undefined && isLostWith(deps.secrets, before.publicKey)
          ? createPublicKey(deps.secrets, id)
          : {}
      const row = await updateRow(trx, id, { ...input, ...address, scheme, secret: sealed })
      await recordCompanyChange(trx, {
        actor: staff.name,
        action: 'update-partner',
        subject: `partner:${id}`,
        before: change.before,
        after: { ...change.after, ...approved },
        address: staff.address,
      })
      return describePartner(deps, row)
    }),
  )
}

/** Require a scheme that is safe to use. @throws AppError INVALID_INPUT naming each field */
function requireScheme({ postbacks }: Deps, typed: object): { scheme: object } {
  const read = postbacks.readScheme(typed)
  if (read.ok) return { scheme: read.scheme }
  throw new AppError('INVALID_INPUT', {
    fields: Object.fromEntries(
      Object.entries(read.problems).map(([path, problems]) => [`scheme.${path}`, problems]),
    ),
  })
}

/**
 * Create a partner. The audit log never contains the secret. Where company changes need two
 * people it waits for the second.
 * @throws AppError APPROVAL_PENDING; INVALID_INPUT naming what is wrong or unsafe in the scheme; ECONOMY_UNCHOSEN for an active one before
 * an owner chose a preset
 */
export async function createPartner(
  deps: Deps,
  staff: StaffActor,
  { idempotencyKey: key, ...input }: CreatePartnerInput & Once,
): Promise<Answer<typeof partner>> {
  const { scheme } = requireScheme(deps, input.scheme)
  if (input.isActive) await requireChosenEconomy(deps)
  const { secrets } = deps
  const keyed = { secrets, caller: staff.name, operation: 'create-partner', key, request: input }
  return orAskAnother(deps, staff, (deps) =>
    deps.db.transaction().execute(async (trx) => {
      const partnerId = await doOnce(trx, keyed, async () => {
        const { name, preset, isActive } = input
        const key = createPartnerKey(deps.secrets)
        const { partnerId } = key
        const secret = sealPartnerSecret(deps.secrets, partnerId, input.secret)
        const after = { name, preset, isActive, scheme }
        const approved = await passCompanyChange(
          { deps, trx, staff },
          {
            kind: 'create-partner',
            subject: 'partner',
            payload: input,
            stored: sealPayload(deps.secrets, input),
            before: null,
            after,
          },
        )
        await insertPartner(trx, { ...key, name, preset, secret, isActive, scheme })
        await recordCompanyChange(trx, {
          actor: staff.name,
          action: 'create-partner',
          subject: `partner:${partnerId}`,
          after: { ...after, ...approved },
          address: staff.address,
        })
        return partnerId
      })
      const row = orRefuse(await findPartner(trx, partnerId), 'NOT_FOUND')
      return describePartner(deps, row)
    }),
  )
}

/**
 * Load an event as received, its outcome, and its signature checked with the current scheme. Some partners authenticate by
 * sending the secret, so it is masked.
 * @throws AppError NOT_FOUND
 */
export async function getEvent({ db, postbacks, secrets }: Deps, { id }: { id: string }) {
  const found = await findEventDetail(db, id)
  const partner = found && (await findPartner(db, found.partnerId))
  if (!found || !partner) throw new AppError('NOT_FOUND')
  const { target: _, headers: __, body: ___, sealed: ____, ...event } = found
  const { target, headers, body } = openRequest(secrets, id, found)
  const secret = openPartnerSecret(secrets, partner)
  const read = postbacks.readScheme(partner.scheme)
  if (!read.ok) throw new Error(`the scheme of partner ${partner.partnerId} is no scheme`)
  const { signedText, presented, reason, ...signature } = postbacks.explain(read.scheme, secret, {
    method: event.method,
    rawTarget: target.toString('latin1'),
    publicBaseUrl: postbacks.publicBaseUrl,
    headers,
    rawBody: body,
    address: event.address ?? '',
  })
  const mask = (text: string) => maskSecret(text, secret)
  return {
    ...event,
    target: mask(target.toString('latin1')),
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        name === 'authorization' ? '…' : mask(String(value)),
      ]),
    ),
    body: mask(body.toString('utf8')),
    signature: {
      ...signature,
      signedText: signedText ?? null,
      presented: presented ?? null,
      reason: reason ?? null,
    },
  }
}

/** The number of members who can reach their own ceiling on one day before the partner reaches its ceiling. */
const MEMBERS_AT_CEILING = 100

/** List the presets. Their ceilings in points are what the ceiling in USD buys at today's rate. */
export async function listPresets(deps: Pick<Deps, 'economy' | 'postbacks'>) {
  const { pointsPerUsd } = await deps.economy()
  return deps.postbacks.presets.map(({ scheme, ...preset }) => {
    const ceilings: { maxUsdCentsPerMemberDay?: number } = Object(scheme.ceilings)
    const most = boughtPoints((ceilings.maxUsdCentsPerMemberDay ?? 0) / 100, pointsPerUsd)
    const inPoints = { maxPointsPerMemberDay: most, maxPointsPerDay: most * MEMBERS_AT_CEILING }
    return { ...preset, scheme: { ...scheme, ceilings: { ...ceilings, ...(most > 0 && inPoints) } } }
  })
}
