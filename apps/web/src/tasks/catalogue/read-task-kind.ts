import { TASK_KINDS, type TaskKind } from '@chuma/contract/tasks/task-kinds'

export function readTaskKind({ kind }: Record<string, unknown>): { kind?: TaskKind | undefined } {
  return { kind: TASK_KINDS.find((each) => each === kind) }
}
