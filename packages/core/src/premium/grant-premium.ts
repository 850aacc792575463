import { randomUUID } from 'node:crypto'
import type { Answer } from '@chuma/contract/fields'
import type { EndPremiumInput, GrantPremiumInput, memberPremium } from '@chuma/contract/premium/premium'
import type { Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import { insertJob } from '@chuma/db/queries/jobs'
import { insertGrant, lockPremium } from '@chuma/db/queries/premium/premium'
import { AppError, orRefuse } from '../app-error.ts'
import { exceedsDay } from '../approvals/limits.ts'
import { orAskAnother, passApproval } from '../approvals/or-ask-another.ts'
import { requireAnother } from '../auth/staff.ts'
import type { StaffActor } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { doOnce, type Once } from '../idempotency/do-once.ts'

type MemberPremium = Answer<typeof memberPremium>

/**
 * Grant a member months of premium in addition to what they have, and mail them. Above the day's limit of the caller's person it
 * waits for a second person: premium earns points every day.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, APPROVAL_PENDING
 */
export async function grantPremium(
  deps: Deps,
  staff: StaffActor,
  { idempotencyKey: key, memberId, months, reason }: GrantPremiumInput & Once,
): Promise<MemberPremium> {
  return orAskAnother(deps, staff, async (deps) => {
    const terms = await deps.economy()
    return changePremium(deps, { staff, memberId }, async (trx, member) => {
      const request = { memberId, months, reason }
      const keyed = { secrets: deps.secrets, caller: staff.name, operation: 'grant-premium', key, request }
      await doOnce(trx, keyed, async () => {
        const amountKes = months * terms.premiumKesPerMonth
        const wish = {
          kind: 'grant-premium',
          subject: `member:${memberId}`,
          payload: request,
          before: { premiumUntil: member.premiumUntil },
          after: { months },
          amountKes,
          reason,
        } as const
        const isAboveLimit = () => exceedsDay(deps, trx, { staff, limited: 'adjustments', amountKes, terms })
        const acts = { amountKes, ...(await passApproval(trx, wish, { staff, isAboveLimit })) }
        const sourceKey = `staff:${randomUUID()}`
        const grant = { ...request, sourceKey, kind: 'staff', actor: staff.name } as const
        const premiumUntil = await insertGrant(trx, grant, terms.timeZone)
        await insertJob(trx, 'send-premium-started', { memberId, email: member.email })
        await audit(trx, {
          staff,
          member,
          action: 'premium.granted',
          reason,
          after: { premiumUntil, ...acts },
        })
        return sourceKey
      })
    })
  })
}

/**
 * End a member's premium immediately.
 * @throws AppError NOT_FOUND, FORBIDDEN for one's own, PREMIUM_STATE without premium
 */
export async function endPremium(deps: Deps, staff: StaffActor, { memberId, reason }: EndPremiumInput) {
  const { timeZone } = await deps.economy()
  return changePremium(deps, { staff, memberId }, async (trx, member) => {
    if (!member.premiumUntil) throw new AppError('PREMIUM_STATE')
    const grant = { memberId, sourceKey: `end:${randomUUID()}`, kind: 'end', months: 0, reason } as const
    await insertGrant(trx, { ...grant, actor: staff.name }, timeZone)
    await audit(trx, { staff, member, action: 'premium.ended', reason, after: { premiumUntil: null } })
  })
}

type Change = (trx: Trx, member: MemberPremium) => Promise<void>

async function changePremium(
  { db }: Deps,
  { staff, memberId }: { staff: StaffActor; memberId: string },
  change: Change,
): Promise<MemberPremium> {
  await requireAnother(db, staff, memberId)
  return db.transaction().execute(async (trx) => {
    const member = orRefuse(await lockPremium(trx, memberId), 'NOT_FOUND')
    await change(trx, member)
    return { ...member, ...(await lockPremium(trx, memberId)) }
  })
}

type Entry = {
  staff: StaffActor
  member: MemberPremium
  action: string
  reason: string
  after: object
}

function audit(trx: Trx, { staff, member, action, reason, after }: Entry) {
  return recordAct(trx, staff, {
    action,
    subject: `member:${member.id}`,
    before: { premiumUntil: member.premiumUntil },
    after,
    reason,
  })
}
