import type { ListMailsInput, OutboxMail } from '@chuma/contract/admin/system'
import { listDeliveries } from '@chuma/db/queries/admin/system'
import type { Deps } from '../../deps.ts'
import { maskEmail } from '../audit/redact.ts'

/** The outbox, newest first: what became of each mail, and of whom only enough to recognise him. */
export async function listMails({ db }: Pick<Deps, 'db'>, input: ListMailsInput): Promise<OutboxMail[]> {
  const rows = await listDeliveries(db, input)
  return rows.map((row) => ({ ...row, recipient: maskEmail(row.recipient) }))
}
