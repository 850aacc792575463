import type { Endpoint } from '@chuma/api/list-endpoints'
import type { ErrorCode } from '@chuma/contract/errors'

/** Every call can meet these: the wall in front of all of them, a bad `Idempotency-Key`, the database behind them. */
const ALWAYS: ErrorCode[] = ['THROTTLED', 'INVALID_INPUT', 'UNAVAILABLE', 'BUSY']

export type OperationErrors = { codes: readonly ErrorCode[]; isPlainText: boolean }

/** Every error an operation may answer: what its access and its body bring with them, and what it declares itself. */
export function listErrors({ access, method, url, errors = [], hasTextErrors }: Endpoint): OperationErrors {
  const codes = [
    ...ALWAYS,
    ...pick(access !== undefined, 'NOT_SIGNED_IN'),
    ...pick(access?.side === 'staff', 'FORBIDDEN', 'SECOND_FACTOR_MISSING'),
    ...pick(method !== 'GET', 'CROSS_SITE', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
    ...pick(/:id\b/.test(url), 'NOT_FOUND'),
    ...errors,
  ]
  return { codes, isPlainText: hasTextErrors === true }
}

const pick = (applies: boolean, ...codes: ErrorCode[]): ErrorCode[] => (applies ? codes : [])
