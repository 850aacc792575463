import { forgetWebhooks } from '@chuma/db/queries/webhooks/webhook-deliveries'
import type { Deps } from '../deps.ts'

/** How long a message can be viewed and replayed. */
const KEPT_DAYS = 90

export function forgetOldWebhooks({ db }: Deps): Promise<void> {
  return forgetWebhooks(db, KEPT_DAYS)
}
