import type { adminTask } from '@chuma/contract/tasks/admin-tasks'
import type { Answer } from '@chuma/contract/timestamp'
import type { Db } from '@chuma/db/client'
import { findAdminTask } from '@chuma/db/queries/tasks/admin-tasks'
import { AppError } from '../../app-error.ts'
import { describeTask } from './list-all-tasks.ts'

/**
 * Load a task for staff, active or not.
 * @throws AppError NOT_FOUND, also if it is retired
 */
export async function loadTask(db: Db, id: string): Promise<Answer<typeof adminTask>> {
  const row = await findAdminTask(db, id)
  if (!row) throw new AppError('NOT_FOUND')
  return describeTask(row)
}
