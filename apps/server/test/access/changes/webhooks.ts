import type { Deps } from '@chuma/core/deps'
import { sendTest } from '@chuma/core/webhooks/endpoints'
import { givenWebhook, listOf, newWebhook, owner } from '@chuma/core/webhooks/testing'
import { sql } from 'kysely'
import type { Boss, Changes } from './change.ts'

/** A delivery that was given up on. */
async function givenFailed(deps: Deps) {
  const { id } = await givenWebhook(deps)
  await sendTest(deps, owner, { id })
  await sql`
    update webhook_delivery set state = 'failed', last_error = 'x', settled_at = now() where endpoint_id = ${id}
  `.execute(deps.db)
  const [delivery] = await listOf(deps.db, id)
  return { id: delivery?.id ?? '' }
}

/** For each mutation about webhooks, a call that succeeds. */
export function webhookChanges(deps: Deps, boss: Boss): Changes {
  const onWebhook = async (input: object = {}) => boss({ id: (await givenWebhook(deps)).id, ...input })
  return {
    'webhooks.createWebhook': () => boss(newWebhook()),
    'webhooks.updateWebhook': () => onWebhook({ ...newWebhook(), isActive: true, version: 1 }),
    'webhooks.rotateSecret': () => onWebhook(),
    'webhooks.retireWebhook': () => onWebhook(),
    'webhooks.sendTest': () => onWebhook(),
    'webhooks.replayFailed': () => onWebhook({ since: '2026-01-01T00:00:00Z' }),
    'webhooks.replayDelivery': async () => boss(await givenFailed(deps)),
  }
}
