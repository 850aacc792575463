import type { Endpoint } from '@chuma/api/list-endpoints'
import { APPROVAL_KINDS } from '@chuma/contract/admin/approvals/approval-kinds'
import type { ErrorCode } from '@chuma/contract/errors'

/** Any call can meet these: the first wall, the limits on open calls, a bad `Idempotency-Key`, the database. */
const ALWAYS: ErrorCode[] = ['THROTTLED', 'TOO_MANY_AT_ONCE', 'INVALID_INPUT', 'UNAVAILABLE', 'BUSY']

/** STEP_UP_REQUIRED: of a critical call, and of any call of a member who has not given their second factor yet. */
const STAFF_ONLY: ErrorCode[] = [
  'FORBIDDEN',
  'PASSWORD_TEMPORARY',
  'SECOND_FACTOR_MISSING',
  'STEP_UP_REQUIRED',
]

export type OperationErrors = { codes: readonly ErrorCode[]; isPlainText: boolean }

/** List every error an operation may answer: those of its access and body, and those it declares. */
export function listErrors(endpoint: Endpoint): OperationErrors {
  const { procedure, access, opensByLink, method, url, errors = [], hasTextErrors } = endpoint
  const codes = [
    ...ALWAYS,
    ...pick(access !== undefined, 'NOT_SIGNED_IN'),
    ...pick(access?.side === 'staff', ...STAFF_ONLY),
    ...pick(access?.side === 'client' && !opensByLink, 'FORBIDDEN'),
    ...pick(method !== 'GET', 'CROSS_SITE', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'),
    ...pick(/:id\b/.test(url), 'NOT_FOUND'),
    ...pick(canWait(procedure), 'APPROVAL_PENDING'),
    ...errors,
  ]
  return { codes, isPlainText: hasTextErrors === true }
}

/** A kind of approval request has the name of its procedure. */
const canWait = (procedure: string) =>
  APPROVAL_KINDS.some(
    (kind) =>
      procedure.split('.').at(-1) === kind.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
  )

const pick = (applies: boolean, ...codes: ErrorCode[]): ErrorCode[] => (applies ? codes : [])
