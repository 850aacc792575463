import type { Trx } from '@chuma/db/client'
import { lockMessage } from '@chuma/db/queries/inbox/inbox'
import { AppError } from '../app-error.ts'

/** @throws AppError NOT_FOUND; MESSAGE_STATE if it changed since this version was read */
export async function requireMessage(trx: Trx, { id, version }: { id: string; version: number }) {
  const message = await lockMessage(trx, id)
  if (!message) throw new AppError('NOT_FOUND')
  if (message.version !== version) throw new AppError('MESSAGE_STATE')
  return message
}
