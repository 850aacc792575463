import { createHmac } from 'node:crypto'
import { readWebhookKey } from './webhook-secret.ts'

type Message = { id: string; sentAt: number; body: string; secrets: readonly string[] }

/**
 * Sign a message by the Standard Webhooks specification 1.0: one signature per secret, separated by spaces, over the id,
 * the time in seconds and the exact body.
 */
export function signWebhook({ id, sentAt, body, secrets }: Message): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', readWebhookKey(secret)).update(`${id}.${sentAt}.${body}`)
    return `v1,${hmac.digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(sentAt),
    'webhook-signature': signatures.join(' '),
  }
}
