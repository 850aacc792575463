/** Paid for a visit of some seconds, once a day. */
export const VIEW_KINDS = ['video', 'ad'] as const
/** Paid for a proof that staff approve. */
export const PROOF_KINDS = ['social', 'micro-job'] as const
export const PAID_TASK_KINDS = [...VIEW_KINDS, ...PROOF_KINDS] as const

/**
 * What members do for points besides surveys, as staff set it up (SPEC §2). A partner's postback pays for a link. Not with the
 * schemas, because pages list them too.
 */
export const TASK_KINDS = [...PAID_TASK_KINDS, 'affiliate'] as const

export type ViewKind = (typeof VIEW_KINDS)[number]
export type PaidTaskKind = (typeof PAID_TASK_KINDS)[number]
export type TaskKind = (typeof TASK_KINDS)[number]

type PaidRules = {
  isPremium: boolean
  /** The field of the economy whose range its points are in. */
  range: `${string}Points`
}

/** What a posting says before the title. Not with the rules, which the dashboard does not need. */
export const TASK_NAMES = {
  video: 'Video',
  ad: 'Advertisement',
  social: 'Social task',
  'micro-job': 'Micro-job',
} as const satisfies Record<PaidTaskKind, string>

/** What sets one kind apart from another. */
export const TASK_RULES = {
  video: { isPremium: true, range: 'videoPoints', needs: ['url'] },
  ad: { isPremium: true, range: 'adPoints', needs: ['url', 'minTimeSeconds'] },
  social: { isPremium: true, range: 'socialPoints', needs: ['instructions'] },
  'micro-job': { isPremium: false, range: 'microJobPoints', needs: ['instructions'] },
  affiliate: { needs: ['url'] },
} as const satisfies Record<PaidTaskKind, PaidRules> &
  Record<TaskKind, { needs: readonly ('url' | 'minTimeSeconds' | 'instructions')[] }>

/** Whether staff have to fill in this field for a task of this kind. */
export const needsField = (kind: TaskKind, field: 'url' | 'minTimeSeconds' | 'instructions'): boolean =>
  TASK_RULES[kind].needs.some((needed) => needed === field)
