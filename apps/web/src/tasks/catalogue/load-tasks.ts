import { type AdminTaskKind, TASK_KINDS } from '@chuma/contract/tasks/admin-tasks'
import { loadForStaff } from '../../app/load.ts'
import type { Loading } from '../../app/router-context.ts'
import { firstTasks } from './task-list.tsx'

export function loadTasks(loading: Loading & { deps: { kind?: AdminTaskKind | undefined } }): void {
  const { kind = TASK_KINDS[0] } = loading.deps
  loadForStaff(loading, 'catalogue:read', ({ admin }) => [
    admin.listTasks.prefetch(firstTasks(kind), { staleTime: 0 }),
  ])
}
