import type { ListMailsInput, outboxMail } from '@chuma/contract/admin/system'
import type { Answer } from '@chuma/contract/timestamp'
import { listDeliveries } from '@chuma/db/queries/admin/system'
import type { Deps } from '../../deps.ts'
import { maskEmail } from '../audit/redact.ts'

/** List mails with their results, newest first. Recipients are masked. */
export async function listMails(
  { db }: Pick<Deps, 'db'>,
  input: ListMailsInput,
): Promise<Answer<typeof outboxMail>[]> {
  const rows = await listDeliveries(db, input)
  return rows.map((row) => ({ ...row, recipient: maskEmail(row.recipient) }))
}
