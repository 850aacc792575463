import type { Deps } from '@chuma/core/deps'
import { sendTest } from '@chuma/core/webhooks/send-test'
import { givenWebhook, listOf, newWebhook, owner as staff } from '@chuma/core/webhooks/testing'
import { type Case, read, type World, write } from './calls.ts'

const unknownId = '00000000-0000-4000-8000-000000000000'

/** Calls about webhooks. Each that changes something is given webhooks of its own, made beforehand. */
export async function webhookCases(deps: Deps, owner: { token: string }): Promise<Case[]> {
  const { token } = owner
  const asOwner = { member: owner } as unknown as World
  const look = (rest: string, procedure: string, input?: object) => () =>
    read(`/api/admin/${rest}`, `webhooks.${procedure}`, input)(asOwner)
  const act = (rest: string, procedure: string, id: string, body?: object) =>
    write(`/api/admin/${rest}`, `webhooks.${procedure}`, body, { input: { ...body, id }, token })
  const on = (id: string, path: string, procedure: string, body?: object) =>
    act(`webhooks/${id}${path}`, procedure, id, body)
  const change = (id: string, body: object) =>
    write(`/api/admin/webhooks/${id}`, 'webhooks.updateWebhook', body, {
      method: 'PUT',
      input: { ...body, id },
      token,
    })
  const retire = (id: string) =>
    write(`/api/admin/webhooks/${id}`, 'webhooks.retireWebhook', undefined, {
      method: 'DELETE',
      input: { id },
      token,
    })
  const given = await givenWebhook(deps)
  const off = await givenWebhook(deps)
  await sendTest(deps, staff, { id: given.id })
  const [waiting] = await listOf(deps.db, given.id)
  await deps.db
    .updateTable('webhookEndpoint')
    .set({ isActive: false })
    .where('endpointId', '=', off.id)
    .execute()
  const settings = { ...newWebhook(), isActive: true, version: 1 }
  const since = { since: '2026-01-01T00:00:00Z' }
  const endpoint = { endpointId: given.id }
  return [
    ['webhooks', 200, look('webhooks', 'listWebhooks')],
    ['webhooks, as a member', 403, read('/api/admin/webhooks', 'webhooks.listWebhooks')],
    ['deliveries', 200, look(`webhook-deliveries?endpointId=${given.id}`, 'listDeliveries', endpoint)],
    [
      'deliveries of no state',
      400,
      look('webhook-deliveries?state=lost', 'listDeliveries', { state: 'lost' }),
    ],
    ['deliveries after no id', 400, look('webhook-deliveries?after=x', 'listDeliveries', { after: 'x' })],
    [
      'a webhook to this machine',
      400,
      write(
        '/api/admin/webhooks',
        'webhooks.createWebhook',
        { ...newWebhook(), url: 'https://127.0.0.1/' },
        { token },
      ),
    ],
    ['a webhook, as a member', 403, write('/api/admin/webhooks', 'webhooks.createWebhook', newWebhook())],
    ['a change of no webhook', 404, change(unknownId, settings)],
    ['a change of another version', 409, change(given.id, { ...settings, version: 9 })],
    ['a new secret of no webhook', 404, on(unknownId, '/rotate-secret', 'rotateSecret')],
    ['retiring no webhook', 404, retire(unknownId)],
    ['a test', 200, on(given.id, '/test', 'sendTest')],
    ['a test of no webhook', 404, on(unknownId, '/test', 'sendTest')],
    ['a test of one that is off', 409, on(off.id, '/test', 'sendTest')],
    ['a replay of nothing', 200, on(given.id, '/replay', 'replayFailed', since)],
    ['a replay since no time', 400, on(given.id, '/replay', 'replayFailed', { since: 'x' })],
    ['a replay to one that is off', 409, on(off.id, '/replay', 'replayFailed', since)],
    [
      'a replay of what is on its way',
      409,
      act(`webhook-deliveries/${waiting?.id}/replay`, 'replayDelivery', waiting?.id ?? ''),
    ],
    [
      'a replay of no delivery',
      404,
      act(`webhook-deliveries/${unknownId}/replay`, 'replayDelivery', unknownId),
    ],
  ]
}
