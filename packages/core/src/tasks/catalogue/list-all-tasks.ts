import type { adminTask, ListTasksInput } from '@chuma/contract/tasks/admin-tasks'
import { extractYoutubeId } from '@chuma/contract/tasks/extract-youtube-id'
import type { Answer } from '@chuma/contract/timestamp'
import { listTasks, type TaskRow } from '@chuma/db/queries/tasks/admin-tasks'
import type { Deps } from '../../deps.ts'
import { taskLink } from '../task-link.ts'

type AdminTask = Answer<typeof adminTask>

/** List tasks of one kind for staff, including inactive ones. */
export async function listAllTasks({ db }: Deps, input: ListTasksInput): Promise<AdminTask[]> {
  return (await listTasks(db, input)).map(describeTask)
}

/** Describe a task for staff, with a link only if it is safe for members. */
export function describeTask(row: TaskRow): AdminTask {
  const { kind, url } = row
  return {
    ...row,
    safeUrl: taskLink({ kind, url }),
    videoId: kind === 'video' && url !== null ? extractYoutubeId(url) : null,
  }
}
