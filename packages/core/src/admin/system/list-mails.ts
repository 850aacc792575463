import type { ListMailsInput, outboxMail } from '@chuma/contract/admin/system'
import type { Answer } from '@chuma/contract/timestamp'
import { listDeliveries } from '@chuma/db/queries/admin/system'
import type { Deps } from '../../deps.ts'
import { maskEmail } from '../audit/redact.ts'

/** The outbox, newest first: what became of each mail, and of whom only enough to recognise him. */
export async function listMails(
  { db }: Pick<Deps, 'db'>,
  input: ListMailsInput,
): Promise<Answer<typeof outboxMail>[]> {
  const rows = await listDeliveries(db, input)
  return rows.map((row) => ({ ...row, recipient: maskEmail(row.recipient) }))
}
