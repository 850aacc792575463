import { createHash } from 'node:crypto'
import type { TaxMonthInput, taxFile } from '@chuma/contract/books/tax'
import type { Answer } from '@chuma/contract/timestamp'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import { findTaxFile } from '@chuma/db/queries/books/tax-files'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import type { FiledContent } from './file-tax-month.ts'

/**
 * For finance and owners: read a filed month as it was filed. Every call is in the audit log, because the file names payees with their PINs.
 * @throws AppError NOT_FOUND, SECRET_LOST; an error if the content is not what was filed
 */
export async function readTaxFile(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  staff: StaffActor,
  { month }: TaxMonthInput,
): Promise<Answer<typeof taxFile>> {
  return db.transaction().execute(async (trx) => {
    const found = await findTaxFile(trx, month)
    if (!found) throw new AppError('NOT_FOUND')
    const content = secrets.open({ table: 'tax_file', column: 'content', id: month }, found.content)
    if (!createHash('sha256').update(content).digest().equals(found.contentHash))
      throw new Error(`the file of ${month} is not what was filed`)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'tax.file-read',
      subject: `tax:${month}`,
      address: staff.address,
    })
    const { csv, withoutPin } = JSON.parse(content) as FiledContent
    return {
      name: `withholding-${month}.csv`,
      csv,
      withoutPin,
      contentHash: found.contentHash.toString('hex'),
    }
  })
}
