import type { Trx } from '@chuma/db/client'
import { findTask } from '@chuma/db/queries/tasks/tasks'
import { AppError } from '../app-error.ts'
import { taskLink } from './task-link.ts'

type TaskRef = Parameters<typeof findTask>[1]

/**
 * A task that leads somewhere, as its list shows it to this member.
 * @throws AppError NOT_FOUND for one that is switched off, of another country or of another kind, or that leads nowhere
 */
export async function getLinkedTask(trx: Trx, ref: TaskRef) {
  const task = await findTask(trx, ref)
  const url = task && taskLink(task)
  if (!url) throw new AppError('NOT_FOUND')
  return { ...task, url }
}
