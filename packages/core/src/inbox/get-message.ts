import type { messageDetail } from '@chuma/contract/inbox/inbox'
import type { Answer } from '@chuma/contract/timestamp'
import { findMessageDetail } from '@chuma/db/queries/inbox/inbox'
import { AppError } from '../app-error.ts'
import type { Deps } from '../deps.ts'

/** @throws AppError NOT_FOUND */
export async function getMessage(
  { db }: Deps,
  { id }: { id: string },
): Promise<Answer<typeof messageDetail>> {
  const message = await findMessageDetail(db, id)
  if (!message) throw new AppError('NOT_FOUND')
  return message
}
