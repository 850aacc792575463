import { PAID_TASK_KINDS, type PaidTaskKind, TASK_RULES } from '../../tasks/task-kinds.ts'

// Not with the kinds, whose list is part of members' pages.

type Rules = typeof TASK_RULES
export type TaskRange = Rules[PaidTaskKind]['range']
/** The range of points that tasks start with, by its field, in the order of the kinds. */
export const TASK_RANGES = Object.fromEntries(
  PAID_TASK_KINDS.map((kind) => [TASK_RULES[kind].range, TASK_RULES[kind].points]),
) as { [Kind in PaidTaskKind as Rules[Kind]['range']]: Rules[Kind]['points'] }
export const TASK_RANGE_FIELDS = Object.keys(TASK_RANGES) as TaskRange[]
