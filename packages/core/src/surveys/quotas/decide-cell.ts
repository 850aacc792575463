import type { Json } from '@chuma/contract/surveys/questionnaire/logic'
import type { QuotaDimension } from '@chuma/contract/surveys/quotas/quotas'

export type Known = {
  /** Codes by attribute. */
  profile: Readonly<Record<string, readonly string[] | undefined>>
  /** What the answers say, by question. */
  data: Readonly<Record<string, Json>>
  /** A screening question is still without an answer. */
  isScreening: boolean
  /** The groups of the place that the member has or had: their profile counts as it was then. */
  heldGroups: readonly string[] | null
}

/** open: an answer is missing; `groups` has null for it · outside: no cell is for this member. */
export type Decided =
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
