import { type AdminTaskKind, TASK_KINDS } from '@chuma/contract/admin-tasks'

export function readTaskKind({ kind }: Record<string, unknown>): { kind?: AdminTaskKind | undefined } {
  return { kind: TASK_KINDS.find((name) => name === kind) }
}
