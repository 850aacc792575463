import { idempotencyKey } from '@chuma/contract/wallet/wallet'
import { invalidField } from '../app-error.ts'

/**
 * Refuse a malformed key, even in calls that need no key: callers who send one rely on it.
 * @throws AppError INVALID_INPUT naming the header
 */
export function checkKey(sent: string | undefined): string | undefined {
  if (sent === undefined) return undefined
  const key = idempotencyKey.safeParse(sent)
  if (key.success) return key.data
  throw invalidField('Idempotency-Key', 'NOT_AN_IDEMPOTENCY_KEY')
}
