import type { Trx } from '@chuma/db/client'
import { findTask } from '@chuma/db/queries/tasks/tasks'
import { AppError } from '../app-error.ts'
import { taskLink } from './task-link.ts'

type TaskRef = Parameters<typeof findTask>[1]

/**
 * Load a task with an address, if this member's list contains it.
 * @throws AppError NOT_FOUND if it is inactive, for another country, of another kind, or has no address
 */
export async function getLinkedTask(trx: Trx, ref: TaskRef) {
  const task = await findTask(trx, ref)
  const url = task && taskLink(task)
  if (!url) throw new AppError('NOT_FOUND')
  return { ...task, url }
}
