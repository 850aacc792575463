import { timingSafeEqual } from 'node:crypto'
import type { Trx } from '@chuma/db/client'
import { findReportedText, lockText, type TextRef } from '@chuma/db/queries/texts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { canMove } from '../../state-machine.ts'
import { moveText, type TextReport, textMachine } from './sms.ts'

const tokensOf = (secrets: Secrets) => secrets.hash('delivery reports of texts', 'token')

/** The token in the address that the provider posts delivery reports to. It changes with the secrets key. */
export function reportToken(secrets: Secrets): string {
  return tokensOf(secrets)[0].toString('hex')
}

/** Whether a token is the current one, or that of an older key that is still known. */
function isReportToken(secrets: Secrets, token: string): boolean {
  const given = Buffer.from(token, 'hex')
  return tokensOf(secrets).some((known) => given.length === known.length && timingSafeEqual(given, known))
}

/**
 * Receive a delivery report. Reports have no signature: only the provider knows the token in the address. Duplicate, late and
 * foreign reports change nothing, and neither does one that cannot be read; the provider would only repeat it.
 * @throws AppError NOT_FOUND for an unknown token
 */
export async function receiveReport(
  { db, secrets, sms }: Pick<Deps, 'db' | 'secrets' | 'sms'>,
  { token, body }: { token: string; body: string },
): Promise<void> {
  if (!isReportToken(secrets, token)) throw new AppError('NOT_FOUND')
  const report = sms.readReport(body)
  if (!report) return
  const recipientHashes = report.number === null ? null : hashRecipient(secrets, report.number)
  const { providerId } = report
  const ref = await findReportedText(db, { providerId, recipientHashes })
  if (ref) await db.transaction().execute((trx) => applyReport(trx, ref, report))
}

async function applyReport(trx: Trx, ref: TextRef, report: TextReport): Promise<void> {
  const text = await lockText(trx, ref)
  const to = report.outcome
  // Found by its number, and by now the provider has named it: the report is about another text.
  const isOther = text?.providerId != null && text.providerId !== report.providerId
  if (!text || isOther || !canMove(textMachine, { from: text.state, to, by: 'provider' })) return
  const change =
    report.outcome === 'delivered'
      ? { problem: null, lastError: null }
      : { problem: report.problem, lastError: report.reason }
  await moveText(trx, text, { to, by: 'provider', providerId: report.providerId, ...change })
}

/** How a phone number is found among those that codes were asked for or texts went to. `number`: 254 and nine digits. */
export const hashRecipient = (secrets: Secrets, number: string) => secrets.hash('phone number', number)
