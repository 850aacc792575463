import type { Json } from '@chuma/contract/surveys/questionnaire/logic'
import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { type QuotaDimension, toCellId } from '@chuma/contract/surveys/quotas/quotas'
import type { Trx } from '@chuma/db/client'
import {
  findMemberQuota,
  listOpenCells,
  readQuotaProfile,
  takeCellPlace,
} from '@chuma/db/queries/surveys/quotas'
import type { Followed } from '../questionnaire/follow.ts'

type AttemptRef = { memberId: string; surveyId: string }

/** Why a survey takes no more answers of a member: `lacks-profile` before they begin, the others as a reason they read. */
type Closed = 'cell-full' | 'outside-quota' | 'lacks-profile'

export type SaidOfCell = Pick<Known, 'data' | 'isScreening'>

/** What the answers to a questionnaire say about the cell. */
export function saidBy({ sections }: Questionnaire, { data, missing }: Followed): SaidOfCell {
  const screening = sections.filter(({ isScreening }) => isScreening).flatMap(({ questions }) => questions)
  return { data, isScreening: missing.some((question) => screening.includes(question)) }
}

/** Nothing is answered yet. */
export const NOTHING_SAID: SaidOfCell = { data: {}, isScreening: true }

/**
 * Take the member's place in the cell that their profile and answers lead to, renew it, or move it to another cell. Null: they
 * go on, with a place or, while screening goes on, without one. The caller has locked the attempt, and ends it otherwise.
 */
export async function keepPlace(trx: Trx, ref: AttemptRef, said: SaidOfCell): Promise<Closed | null> {
  const quota = await findMemberQuota(trx, ref)
  if (!quota) return null
  const { dimensions, heldGroups } = quota
  const isOfProfile = dimensions.some(({ source }) => source === 'profile')
  const profile = isOfProfile ? await readQuotaProfile(trx, ref.memberId) : {}
  const decided = decideCell(dimensions, { profile, heldGroups, ...said })
  if (decided.kind === 'outside') return decided.lacksProfile ? 'lacks-profile' : 'outside-quota'
  if (decided.kind === 'cell') return takeCell(trx, ref, decided.groups)
  const cells = await listOpenCells(trx, ref.surveyId)
  const reachable = cells.filter(({ groups }) =>
    decided.groups.every((group, place) => group === null || group === groups[place]),
  )
  if (reachable.length === 0) return 'outside-quota'
  // Told as early as it is known that no answer can lead to a place.
  return reachable.some(({ isOpen }) => isOpen) ? null : 'cell-full'
}

async function takeCell(trx: Trx, ref: AttemptRef, groups: readonly string[]): Promise<Closed | null> {
  const taken = await takeCellPlace(trx, { ...ref, cell: toCellId(groups) })
  if (taken === 'taken') return null
  return taken === 'none' ? 'outside-quota' : 'cell-full'
}

type Known = {
  /** Codes by attribute, and the band of their `age`. */
  profile: Readonly<Record<string, readonly string[] | undefined>>
  /** What the answers say, by question. */
  data: Readonly<Record<string, Json>>
  /** A screening question is still without an answer. */
  isScreening: boolean
  /** The groups of the place that the member has or had: their profile counts as it was then. */
  heldGroups: readonly string[] | null
}

/** open: an answer is missing; `groups` has null for it · outside: no cell is for this member. */
type Decided =
  | { kind: 'cell'; groups: string[] }
  | { kind: 'open'; groups: (string | null)[] }
  | { kind: 'outside'; lacksProfile: boolean }

/** Decide which groups a member belongs to, as far as their profile and answers say. */
export function decideCell(dimensions: readonly QuotaDimension[], known: Known): Decided {
  const groups: (string | null)[] = []
  for (const [place, dimension] of dimensions.entries()) {
    const isProfile = dimension.source === 'profile'
    const held = isProfile ? known.heldGroups?.[place] : undefined
    const codes = isProfile ? known.profile[dimension.code] : answerOf(known.data[dimension.code])
    const group =
      held ?? dimension.groups.find((each) => codes?.some((code) => each.codes.includes(code)))?.code
    if (group === undefined && (isProfile || codes !== undefined || !known.isScreening)) {
      return { kind: 'outside', lacksProfile: isProfile && codes === undefined }
    }
    groups.push(group ?? null)
  }
  const decided = groups.filter((group) => group !== null)
  return decided.length < groups.length ? { kind: 'open', groups } : { kind: 'cell', groups: decided }
}

const answerOf = (answer: Json | undefined) => (typeof answer === 'string' ? [answer] : undefined)
