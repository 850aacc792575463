import { FIRST_PAGE, type Page } from '@chuma/contract/pages'
import type { click } from '@chuma/contract/partners/partners'
import type { Answer } from '@chuma/contract/timestamp'
import { listClicks } from '@chuma/db/queries/partners/member-clicks'
import type { Deps } from '../../deps.ts'

type Click = Answer<typeof click>

type Row = Awaited<ReturnType<typeof listClicks>>[number]

const DAY_MS = 24 * 3_600_000

type Wanted = Partial<Page> & {
  memberId: string
  /** Part of the title. */
  q?: string | undefined
}

/** List the member's clicks, newest first, with the result of each. */
export async function listMyClicks(deps: Deps, { memberId, q = '', ...page }: Wanted): Promise<Click[]> {
  const { claimDays } = await deps.economy()
  const rows = await listClicks(deps.db, { ...FIRST_PAGE, ...page, memberId, q: q.trim() })
  return rows.map((row) => {
    const state = stateOf(row)
    const { id, surveyId, cpaLinkId, title, points, clickedAt } = row
    const isRecent = row.ageSeconds * 1000 < claimDays * DAY_MS
    return {
      id,
      surveyId,
      cpaLinkId,
      title,
      points,
      clickedAt,
      state,
      creditedPoints: row.creditPoints,
      answerBy: state === 'review' && row.reviewSince ? daysAfter(row.reviewSince, claimDays) : null,
      refusal: state === 'refused' ? row.refusal : null,
      availableAt: state === 'pending' ? row.releaseAt : null,
      screenOutReason: state === 'screened-out' ? row.screenOutReason : null,
      claim:
        row.claimState && row.claimOpenedAt
          ? { state: row.claimState, reason: row.claimReason, openedAt: row.claimOpenedAt }
          : null,
      canClaim: isRecent && row.claimState === null && CLAIMABLE.has(state),
    }
  })
}

/** A credit in review can be claimed too: staff then see what the member says. */
const CLAIMABLE = new Set<Click['state']>(['waiting', 'review', 'refused', 'screened-out'])

const daysAfter = (time: Date, days: number) => new Date(time.getTime() + days * DAY_MS)

function stateOf({ creditState, claimState, confirmationState, refusal, surveyStatus }: Row): Click['state'] {
  if (creditState === 'review') return 'review'
  if (creditState === 'pending') return 'pending'
  if (creditState === 'available') return 'credited'
  if (claimState === 'credited' && confirmationState !== 'reversed') return 'credited'
  if (refusal !== null) return 'refused'
  if (creditState === 'reversed' || creditState === 'cancelled') return 'reversed'
  if (surveyStatus === 'screened_out') return 'screened-out'
  // Another click on the same survey was paid: nothing else will come for this one.
  return surveyStatus === 'completed' ? 'credited' : 'waiting'
}
