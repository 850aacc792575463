import { TASK_KINDS } from '@chuma/contract/tasks/task-kinds'
import { createFileRoute } from '@tanstack/react-router'
import { readTaskKind } from '../../../app/page-search.ts'
import { firstTasks, TasksPage } from '../../../tasks/catalogue/tasks-page.tsx'
import { loadForStaff } from '../../../ui/frame/access.ts'

export const Route = createFileRoute('/_app/admin_/tasks')({
  staticData: { opensWith: 'admin.listTasks' },
  // The address holds the kind, so that links work.
  validateSearch: readTaskKind,
  loaderDeps: ({ search }) => readTaskKind(search),
  loader: (loading) =>
    loadForStaff(loading, ({ admin }) => [
      admin.listTasks.prefetch(firstTasks(loading.deps.kind ?? TASK_KINDS[0]), { staleTime: 0 }),
    ]),
  component: TasksRoute,
})

function TasksRoute() {
  const { kind } = readTaskKind(Route.useSearch())
  return <TasksPage asked={kind} />
}
