import type { Answer } from '@chuma/contract/timestamp'
import type { webhook } from '@chuma/contract/webhooks/webhooks'
import type { Trx } from '@chuma/db/client'
import { lockWebhook } from '@chuma/db/queries/webhooks/webhooks'
import { AppError } from '../app-error.ts'

/** @throws AppError NOT_FOUND, WEBHOOK_OFF */
export async function lockActiveWebhook(trx: Trx, id: string): Promise<Answer<typeof webhook>> {
  const endpoint = await lockWebhook(trx, id)
  if (!endpoint) throw new AppError('NOT_FOUND')
  if (!endpoint.isActive) throw new AppError('WEBHOOK_OFF')
  return endpoint
}
