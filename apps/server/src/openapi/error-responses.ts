import { describeFailure } from '@chuma/api/language/words'
import type { Endpoint } from '@chuma/api/list-endpoints'
import { APPROVAL_KINDS } from '@chuma/contract/admin/approval-kinds'
import { pendingApproval } from '@chuma/contract/admin/approvals'
import { STEP_UP_WAYS } from '@chuma/contract/auth/auth-rules'
import {
  type ErrorBody,
  type ErrorCode,
  type ErrorParams,
  errorTable,
  type Failure,
} from '@chuma/contract/errors'
import { problem } from '@chuma/contract/problems'
import * as z from 'zod'
import type { ZodOpenApiResponseObject } from 'zod-openapi'

type Response = ZodOpenApiResponseObject

/** Our own fault has no code. */
const OUR_FAULT = '500'
const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }

/** List by status the names under which `describeErrorResponses` describes the responses. */
export function nameErrorResponses({
  codes,
  isPlainText,
}: OperationErrors): Record<string, { $ref: string }> {
  const names = [...groupByStatus(codes)].map(([status, group]) => [status, nameOf(group)] as const)
  return Object.fromEntries(
    [...names, [OUR_FAULT, 'OurFault'] as const].map(([status, name]) => [
      status,
      { $ref: `#/components/responses/${name}${isPlainText ? 'AsText' : ''}` },
    ]),
  )
}

/** Describe each distinct set of errors once, however many operations share it. */
export function describeErrorResponses(operations: readonly OperationErrors[]): Record<string, Response> {
  const described: Record<string, Response> = {
    OurFault: describeJson(exampleOf(null).message, []),
    OurFaultAsText: describeText(exampleOf(null).message),
  }
  for (const { codes, isPlainText } of operations) {
    for (const [status, group] of groupByStatus(codes)) {
      const words = group.map((code) => `\`${code}\`: ${exampleOf(code).message}`).join('\n\n')
      const headers = ['429', '503'].includes(status) ? { headers: RETRY_AFTER } : {}
      if (isPlainText) described[`${nameOf(group)}AsText`] = { ...describeText(words), ...headers }
      else described[nameOf(group)] = { ...describeJson(words, group), ...headers }
    }
  }
  return described
}

function groupByStatus(codes: readonly ErrorCode[]): Map<string, ErrorCode[]> {
  const groups = new Map<string, ErrorCode[]>()
  for (const code of [...new Set(codes)].sort()) {
    const status = String(errorTable[code].status)
    groups.set(status, [...(groups.get(status) ?? []), code])
  }
  return groups
}

/** `FORBIDDEN`, `CROSS_SITE` are `ForbiddenOrCrossSite`. */
function nameOf(codes: ErrorCode[]): string {
  const toWord = (part: string) => part.charAt(0) + part.slice(1).toLowerCase()
  return codes.map((code) => code.split('_').map(toWord).join('')).join('Or')
}

function describeJson(description: string, codes: ErrorCode[]): Response {
  const code = codes.length > 0 ? { enum: codes } : { type: 'null' as const }
  const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, { properties: { code } }] }
  const examples =
    codes.length > 0
      ? codes.map((each) => [each, { value: exampleOf(each) }])
      : [['Ours', { value: exampleOf(null) }]]
  return {
    description,
    content: {
      'application/json': {
        schema,
        examples: Object.fromEntries(examples),
      },
    },
  }
}

/** The body a caller reads. */
function exampleOf(code: ErrorCode | null): ErrorBody {
  const params = code && code in exampleParams ? exampleParams[code as keyof typeof exampleParams] : {}
  return describeFailure('en', code && ({ code, params } as Failure))
}

type Needy = {
  [Code in ErrorCode as Record<never, never> extends ErrorParams<Code> ? never : Code]: ErrorParams<Code>
}

const exampleParams: Needy & { INVALID_INPUT: ErrorParams<'INVALID_INPUT'> } = {
  INVALID_INPUT: { fields: { email: [problem('NOT_AN_EMAIL')] } },
  APPROVAL_PENDING: {
    approvalId: '7d3f8f0e-52f4-4c41-9a2b-0f3a8c1d5e67',
    expiresAt: '2026-12-04T09:30:00.000Z',
    runsAt: null,
  },
  SECURITY_LINK_INVALID: { why: 'used' },
  ACCOUNT_SUSPENDED: { reason: 'Two accounts.' },
  ACCOUNT_CLOSING: { day: '2026-12-04' },
  WITHDRAWAL_HELD: { reason: 'credentialsChanged' },
  PAYOUTS_PAUSED: { reason: 'We are checking your last withdrawal.', appeal: 'none', answer: '' },
  ECONOMY_UNCONFIRMED: { costKes: 256_000, bringsKes: 389, owedKes: 39_000, owedAfterKes: 39_000 },
  SECOND_FACTOR_REQUIRED: { ways: ['passkey', 'totp', 'recovery-code'] },
  SECRET_LOST: { what: 'account' },
  STEP_UP_REQUIRED: { ways: ['passkey', 'totp', 'recovery-code'] },
  SET_UP_INCOMPLETE: { step: 'mail' },
  JOB_STATE: { why: 'mailSent' },
  TOO_EARLY: { secondsLeft: 12 },
  CODE_INVALID: { triesLeft: 4 },
  CODE_LIMIT: { by: 'number', retryAfterSeconds: 1500, unit: 'minutes', amount: 25 },
  THROTTLED: { retryAfterSeconds: 60 },
  TOO_MANY_AT_ONCE: { retryAfterSeconds: 1 },
}

function describeText(description: string): Response {
  return {
    description,
    content: {
      'text/plain': { schema: { type: 'string' }, example: description.replaceAll(/`\w+`: /g, '') },
    },
  }
}

/** Any call can meet these: the first wall, the limits on open calls, a bad `Idempotency-Key`, the database. */
const ALWAYS: ErrorCode[] = ['THROTTLED', 'TOO_MANY_AT_ONCE', 'INVALID_INPUT', 'UNAVAILABLE', 'BUSY']

/** STEP_UP_REQUIRED: of a critical call, and of any call of a member who has not given their second factor yet. */
const STAFF_ONLY: ErrorCode[] = [
  'FORBIDDEN',
  'PASSWORD_TEMPORARY',
  'SECOND_FACTOR_MISSING',
  'STEP_UP_REQUIRED',
]

type OperationErrors = { codes: readonly ErrorCode[]; isPlainText: boolean }

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

const codes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]

/** The body of every failed call. It has no code when the fault is ours. */
export const errorBody = z.object({
  code: z.enum(codes).nullable(),
  message: z.string(),
  fieldErrors: z.record(z.string(), z.array(z.string())).nullable(),
  /** Only with STEP_UP_REQUIRED: how the caller can prove who they are. */
  ways: z.array(z.enum(STEP_UP_WAYS)).optional(),
  /** Only with APPROVAL_PENDING, which is no failure: the request that waits for a second person. */
  ...pendingApproval.partial().shape,
}) satisfies z.ZodType<ErrorBody>
