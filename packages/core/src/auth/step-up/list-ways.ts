import type { StepUpWay } from '@chuma/contract/auth/step-up-ways'

/** List the ways in which an account with a second factor can prove it. */
export function listWays({ isTotpOn, hasPasskey }: { isTotpOn: boolean; hasPasskey: boolean }): StepUpWay[] {
  return [
    ...(hasPasskey ? (['passkey'] as const) : []),
    ...(isTotpOn ? (['totp'] as const) : []),
    'recovery-code',
  ]
}
