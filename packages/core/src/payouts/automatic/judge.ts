import type { Economy } from '@chuma/contract/admin/economy/economy'
import type { PersonReason } from '@chuma/contract/payouts/automatic-payouts'

/** What the owner decides. */
export type Rule = Pick<
  Economy,
  | 'automaticPayout'
  | 'automaticMaxKes'
  | 'automaticMemberDayKes'
  | 'automaticDayKes'
  | 'automaticBelowRisk'
  | 'automaticFirstPayouts'
  | 'twoAdminsFromKes'
  | 'selfApprovalKes'
  | 'kesPerPoint'
>

/** All that the rule knows about one withdrawal. */
export type AutomaticFacts = {
  amountKes: number
  isTripped: boolean
  isEconomyChosen: boolean
  hasProvider: boolean
  /** Staff, or the switch, took an automatic approval of it back. */
  isBarred: boolean
  isProven: boolean
  isHeld: boolean
  unconfirmedPoints: number
  riskScore: number
  /** In review, paused, or of a suspended account. */
  isFlagged: boolean
  isInCluster: boolean
  /** Payments that the member ever got. */
  paidCount: number
  /** Staff proved the destination, or ended a hold or a pause; or the member is on the staff. */
  isOfInsider: boolean
  /** Points that people gave directly, or by an offer, task or partner that they made or changed lately. */
  madePoints: number
  memberTodayKes: number
  allTodayKes: number
  /** What the account can pay after all that is queued; null: unknown. */
  floatKes: number | null
}

type Check = (facts: AutomaticFacts, rule: Rule) => boolean

/**
 * Why a person decides (docs/decisions/0087). Each check reads facts and decides nothing else. In the order in which staff read them.
 * `sample` is no check: it is drawn among those that pass all of these.
 */
const PERSON_CHECKS: Readonly<Record<Exclude<PersonReason, 'sample'>, Check>> = {
  tripped: ({ isTripped }) => isTripped,
  unchosen: ({ isEconomyChosen }) => !isEconomyChosen,
  'no-provider': ({ hasProvider }) => !hasProvider,
  undone: ({ isBarred }) => isBarred,
  unproven: ({ isProven }) => !isProven,
  held: ({ isHeld }) => isHeld,
  unsettled: ({ unconfirmedPoints }) => unconfirmedPoints > 0,
  risk: ({ riskScore }, { automaticBelowRisk }) => riskScore >= automaticBelowRisk,
  paused: ({ isFlagged }) => isFlagged,
  cluster: ({ isInCluster }) => isInCluster,
  // The rule is everyone's second pair of eyes, so that nobody's own credits are paid without another person.
  insider: ({ isOfInsider, madePoints }, { selfApprovalKes, kesPerPoint }) =>
    isOfInsider || madePoints * kesPerPoint > selfApprovalKes,
  'first-payout': ({ paidCount }, { automaticFirstPayouts }) => paidCount === 0 && !automaticFirstPayouts,
  'two-people': ({ amountKes }, { twoAdminsFromKes }) =>
    twoAdminsFromKes > 0 && amountKes >= twoAdminsFromKes,
  'too-large': ({ amountKes }, { automaticMaxKes }) => amountKes > automaticMaxKes,
  'member-day': ({ amountKes, memberTodayKes }, { automaticMemberDayKes }) =>
    memberTodayKes + amountKes > automaticMemberDayKes,
  day: ({ amountKes, allTodayKes }, { automaticDayKes }) => allTodayKes + amountKes > automaticDayKes,
  float: ({ amountKes, floatKes }) => floatKes !== null && amountKes > floatKes,
}

/** Name everything that speaks against paying without a person. Empty: nothing does. */
export function listObjections(facts: AutomaticFacts, rule: Rule): PersonReason[] {
  return (Object.keys(PERSON_CHECKS) as (keyof typeof PERSON_CHECKS)[]).filter((reason) =>
    PERSON_CHECKS[reason](facts, rule),
  )
}
