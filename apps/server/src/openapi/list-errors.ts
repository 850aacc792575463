import type { ErrorCode } from '@chuma/contract/errors'
import type { DescribedRoute } from './described-route.ts'
import { isChange, needsNoSession } from './described-route.ts'

/** Every call can meet these: the wall in front of all of them, a bad `Idempotency-Key`, the database behind them. */
const ALWAYS: ErrorCode[] = ['THROTTLED', 'INVALID_INPUT', 'UNAVAILABLE', 'BUSY']

/** Who handles his errors himself writes them as text: no call needs anything else. */
export type OperationErrors = { codes: readonly ErrorCode[]; isPlainText: boolean }

/** Every error an operation may answer: what its guards and its body bring with them, and what it names itself. */
export function listErrors(route: DescribedRoute): OperationErrors {
  const { config, url } = route
  const isStaff = config.permission !== undefined || config.guard !== undefined
  const codes = [
    ...ALWAYS,
    ...pick(!needsNoSession(route), 'NOT_SIGNED_IN'),
    ...pick(isStaff, 'FORBIDDEN', 'SECOND_FACTOR_MISSING'),
    ...pick(isChange(route), 'CROSS_SITE', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
    ...pick(/:id\b/.test(url), 'NOT_FOUND'),
    ...(config.errors ?? []),
  ]
  return { codes, isPlainText: route.errorHandler !== undefined }
}

const pick = (applies: boolean, ...codes: ErrorCode[]): ErrorCode[] => (applies ? codes : [])
