import { AppError } from '../../app-error.ts'
import type { Caller } from '../../caller.ts'

/**
 * Require a person whose session gave a proof minutes ago: a stolen token alone must not be the whole company.
 * @throws AppError STEP_UP_REQUIRED with the ways of this account; FORBIDDEN for an API key, which can give no proof
 */
export function requireStepUp({ staff, member, apiKey }: Caller): void {
  if (apiKey) throw new AppError('FORBIDDEN', { why: 'person' })
  const proof = (staff ?? member?.staffSide)?.proof
  if (!proof?.isFresh) throw new AppError('STEP_UP_REQUIRED', { ways: [...(proof?.ways ?? [])] })
}
