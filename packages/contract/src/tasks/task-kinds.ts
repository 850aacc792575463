/**
 * What members do for points besides surveys, as staff set it up (SPEC §2): one row a kind, which everything else is derived
 * from. Not with the schemas, because pages list the kinds too.
 */
export const TASK_RULES = {
  video: {
    paidFor: 'view',
    name: 'Video',
    isPremium: true,
    range: 'videoPoints',
    points: { min: 20, max: 50 },
    needs: ['url'],
  },
  ad: {
    paidFor: 'view',
    name: 'Advertisement',
    isPremium: true,
    range: 'adPoints',
    points: { min: 10, max: 25 },
    needs: ['url', 'minTimeSeconds'],
  },
  social: {
    paidFor: 'proof',
    name: 'Social task',
    isPremium: true,
    range: 'socialPoints',
    points: { min: 30, max: 50 },
    needs: ['instructions'],
  },
  'micro-job': {
    paidFor: 'proof',
    name: 'Micro-job',
    isPremium: false,
    range: 'microJobPoints',
    points: { min: 1, max: 500 },
    needs: ['instructions'],
  },
  affiliate: { paidFor: 'click', needs: ['url'] },
} as const satisfies Record<string, PaidRules | LinkRules>

type Needed = 'url' | 'minTimeSeconds' | 'instructions'

type PaidRules = {
  /** A visit of some seconds, once a day, or a proof that staff approve. */
  paidFor: 'view' | 'proof'
  /** What a posting says before the title. */
  name: string
  isPremium: boolean
  /** The field of the economy whose range its points are in, and where that starts. */
  range: `${string}Points`
  points: { min: number; max: number }
  /** The fields that staff have to fill in. */
  needs: readonly Needed[]
}

/** Paid by a partner's postback. */
type LinkRules = { paidFor: 'click'; needs: readonly Needed[] }

type Rules = typeof TASK_RULES
export type TaskKind = keyof Rules
type KindPaidFor<Cause> = {
  [Kind in TaskKind]: Rules[Kind]['paidFor'] extends Cause ? Kind : never
}[TaskKind]
export type ViewKind = KindPaidFor<'view'>
export type ProofKind = KindPaidFor<'proof'>
export type PaidTaskKind = ViewKind | ProofKind

export const TASK_KINDS = Object.keys(TASK_RULES) as [TaskKind, ...TaskKind[]]
const kindsPaidFor = <Cause extends Rules[TaskKind]['paidFor']>(cause: Cause) =>
  TASK_KINDS.filter((kind) => TASK_RULES[kind].paidFor === cause) as KindPaidFor<Cause>[]
export const VIEW_KINDS = kindsPaidFor('view')
export const PROOF_KINDS = kindsPaidFor('proof')
export const PAID_TASK_KINDS = [...VIEW_KINDS, ...PROOF_KINDS]

export type PremiumKind = {
  [Kind in PaidTaskKind]: Rules[Kind]['isPremium'] extends true ? Kind : never
}[PaidTaskKind]
export const isPremiumKind = (kind: TaskKind): kind is PremiumKind =>
  kind !== 'affiliate' && TASK_RULES[kind].isPremium
export const isProofKind = (kind: TaskKind): kind is ProofKind => TASK_RULES[kind].paidFor === 'proof'

/** Whether staff have to fill in this field for a task of this kind. */
export const needsField = (kind: TaskKind, field: Needed): boolean =>
  TASK_RULES[kind].needs.some((needed) => needed === field)
