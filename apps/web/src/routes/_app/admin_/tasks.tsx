import { createFileRoute } from '@tanstack/react-router'
import { readTaskKind } from '../../../tasks/catalogue/read-task-kind.ts'
import { loadTasks, TasksPage } from '../../../tasks/catalogue/tasks-page.tsx'

export const Route = createFileRoute('/_app/admin_/tasks')({
  // The address holds the kind, so that links work.
  validateSearch: readTaskKind,
  loaderDeps: ({ search }) => readTaskKind(search),
  loader: loadTasks,
  component: TasksRoute,
})

function TasksRoute() {
  const { kind } = readTaskKind(Route.useSearch())
  return <TasksPage asked={kind} />
}
