import { createFileRoute } from '@tanstack/react-router'
import { loadForStaff } from '../../../app/load.ts'
import { readTaskKind } from '../../../tasks/catalogue/read-task-kind.ts'
import { firstTasks } from '../../../tasks/catalogue/task-list.tsx'
import { TasksPage } from '../../../tasks/catalogue/tasks-page.tsx'

export const Route = createFileRoute('/_app/admin_/tasks')({
  // The address holds the kind, so that a link leads to it.
  validateSearch: readTaskKind,
  loader: (context) =>
    loadForStaff(context, ({ admin }) => {
      const { kind = 'video' } = readTaskKind(context.location.search)
      return [admin.listTasks.prefetch(firstTasks(kind), { staleTime: 0 })]
    }),
  component: TasksRoute,
})

function TasksRoute() {
  const { kind } = readTaskKind(Route.useSearch())
  return <TasksPage asked={kind} />
}
