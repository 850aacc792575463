import type { Answer } from '@chuma/contract/timestamp'
import { RESEND_SECONDS } from '@chuma/contract/wallet/code-terms'
import type { destinationCodeState } from '@chuma/contract/wallet/destination-codes'
import { findCode } from '@chuma/db/queries/wallet/destination-codes'
import type { SignedInMember } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import type { TextState } from '../../inbox/texts/transitions.ts'
import { isLostWith } from '../../secrets/create-secrets.ts'
import { maskNumber } from './mask-number.ts'
import { openNumber } from './seal-number.ts'

type State = NonNullable<Answer<typeof destinationCodeState>['code']>['state']

/** A refused text is tried again while its code can be used. */
const STATES: Record<TextState, State> = {
  sending: 'sending',
  refused: 'sending',
  sent: 'sent',
  delivered: 'delivered',
  failed: 'not-delivered',
  undelivered: 'not-delivered',
  unknown: 'unknown',
}

/** Get the member's code that can be used now, with what the network says about its text. */
export async function getCode(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { memberId }: SignedInMember,
): Promise<Answer<typeof destinationCodeState>> {
  const found = await findCode(db, memberId)
  // A code whose number is lost can be confirmed by nobody: its hash was made with the same key.
  if (!found || isLostWith(secrets, found.number)) return { code: null }
  const { number, requestedAt, expiresAt, ageSeconds } = found
  const state = found.state === null ? 'sending' : STATES[found.state]
  return {
    code: {
      sentTo: maskNumber(openNumber(secrets, memberId, number)),
      requestedAt,
      expiresAt,
      resendAfterSeconds: Math.max(0, RESEND_SECONDS - ageSeconds),
      state,
      problem: state === 'not-delivered' ? found.problem : null,
    },
  }
}
