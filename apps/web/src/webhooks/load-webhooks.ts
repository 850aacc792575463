import { loadForStaff } from '../app/load.ts'
import type { Loading } from '../app/router-context.ts'

export function loadWebhooks(loading: Loading): void {
  loadForStaff(loading, 'system:read', ({ webhooks }) => [webhooks.listWebhooks.prefetch()])
}
