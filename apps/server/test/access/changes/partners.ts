import type { Deps } from '@chuma/core/deps'
import { openClaim } from '@chuma/core/partners/claims'
import { listMyClicks } from '@chuma/core/partners/clicks'
import { givenClick, givenPartner, listCredits } from '@chuma/core/partners/testing'
import type { Boss, Changes } from './change.ts'

/** What staff change about partners, their events and members' claims. */
export function partnerChanges(deps: Deps, boss: Boss): Changes {
  return {
    'partners.createPartner': () => boss(partner),
    'partners.updatePartner': async () => {
      const { partnerId } = await givenPartner(deps.db)
      const { preset: _, ...changed } = partner
      return boss({ ...changed, id: partnerId, version: 1 })
    },
    'partners.replayEvent': async () => boss({ id: (await givenEvent(deps)).id }),
    'partners.matchEvent': async () => boss(await givenEvent(deps)),
    'partners.decideClaim': async () => {
      const { member } = await givenClick(deps)
      const { id } = await openClaim(deps, member, { clickId: await findClickOf(deps, member), note: '' })
      return boss({ id, decision: 'credited', reason: 'Because' })
    },
    'partners.decideCreditReview': async () =>
      boss({ id: await givenReview(deps), decision: 'promised', reason: 'Because' }),
  }
}

const partner = { name: 'Partner', preset: 'plain', scheme: {}, secret: 'x' }

/** A partner's event that names no click, and the click it is about. */
async function givenEvent(deps: Deps) {
  const { member, partnerId, tell } = await givenClick(deps)
  await tell({ kind: 'credit', userRef: 'nobody' })
  const { id } = await deps.db
    .selectFrom('partnerEvent')
    .select('eventId as id')
    .where('partnerId', '=', partnerId)
    .executeTakeFirstOrThrow()
  return { id, memberId: member.memberId, clickId: await findClickOf(deps, member) }
}

/** A credit of less than was promised. */
export async function givenReview(deps: Deps): Promise<string> {
  const { member, tell } = await givenClick(deps)
  await tell({ kind: 'credit', amountUsdMicros: 1_000_000 })
  const [credit] = await listCredits(deps.db, member.memberId)
  return credit?.creditId ?? ''
}

async function findClickOf(
  deps: Deps,
  member: Awaited<ReturnType<typeof givenClick>>['member'],
): Promise<string> {
  const [click] = await listMyClicks(deps, member)
  return click?.id ?? ''
}
