import { pendingApproval } from '@chuma/contract/admin/approvals/approvals'
import { workChallenge } from '@chuma/contract/auth/proof-of-work'
import { STEP_UP_WAYS } from '@chuma/contract/auth/step-up-ways'
import { type ErrorBody, type ErrorCode, errorTable } from '@chuma/contract/errors'
import * as z from 'zod'

const codes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]

/** The body of every failed call. It has no code when the fault is ours. */
export const errorBody = z.object({
  code: z.enum(codes).nullable(),
  message: z.string(),
  fieldErrors: z.record(z.string(), z.array(z.string())).nullable(),
  /** Only with STEP_UP_REQUIRED: how the caller can prove who they are. */
  ways: z.array(z.enum(STEP_UP_WAYS)).optional(),
  challenge: workChallenge.optional(),
  /** Only with APPROVAL_PENDING, which is no failure: the request that waits for a second person. */
  ...pendingApproval.partial().shape,
}) satisfies z.ZodType<ErrorBody>
