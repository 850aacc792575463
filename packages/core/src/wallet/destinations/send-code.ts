import { randomInt } from 'node:crypto'
import { CODE_MINUTES } from '@chuma/contract/wallet/code-terms'
import { getSettings } from '@chuma/db/queries/account/settings'
import { setCodeHash } from '@chuma/db/queries/wallet/destination-codes'
import type { Deps } from '../../deps.ts'
import { textOnce } from '../../inbox/texts/text-once.ts'
import { isLostWith } from '../../secrets/create-secrets.ts'
import { hashCode } from './hash-code.ts'
import { openNumber } from './seal-number.ts'

const CODES = 1_000_000
const DIGITS = 6

/**
 * Job: make the code of a request and text it, in the member's language. The code is nowhere but in the text: a retry, which only
 * follows a text that was certainly not taken, makes another. Does nothing for a code that was replaced or has expired, or whose number is lost.
 * @throws a temporary refusal: the job has to be retried
 */
export async function sendCode(deps: Deps, { memberId, codeId }: { memberId: string; codeId: string }) {
  const { secrets, sms } = deps
  const { name: productName } = await deps.product()
  const code = String(randomInt(CODES)).padStart(DIGITS, '0')
  const [codeHash] = hashCode(secrets, codeId, code)
  return textOnce(deps, {
    memberId,
    textId: codeId,
    kind: 'destination-code',
    compose: async (trx) => {
      const stored = await setCodeHash(trx, { memberId, codeId, codeHash })
      if (!stored || isLostWith(secrets, stored.number)) return null
      const language = (await getSettings(trx, memberId)).language ?? 'en'
      return {
        to: openNumber(secrets, memberId, stored.number),
        text: sms.writeCode({ code, productName, minutes: CODE_MINUTES, language }),
        recipientHash: stored.numberHash,
      }
    },
  })
}
