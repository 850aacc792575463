import { createHash } from 'node:crypto'
import type { TaxMonthInput } from '@chuma/contract/books/tax'
import { toCsv } from '@chuma/contract/to-csv'
import type { Trx } from '@chuma/db/client'
import { insertAuditEntry } from '@chuma/db/queries/admin/audit'
import {
  deleteFiledDetails,
  findBookedTax,
  getCarried,
  insertTaxFile,
  listTaxLines,
  lockTaxMonths,
  type TaxLine,
} from '@chuma/db/queries/books/tax-files'
import type { StaffActor } from '../../admin/staff/require-staff.ts'
import { AppError, invalidField } from '../../app-error.ts'
import type { Deps } from '../../deps.ts'
import { takeStep } from '../../state-machine.ts'
import { dueDayOf, type Period, readPeriods } from './list-periods.ts'
import { openPin } from './member-pin.ts'
import { taxMonthMachine } from './transitions.ts'

const HEADER = [
  'PIN of withholdee',
  'Name of withholdee',
  'Residence',
  'Nature of payment',
  'Date of payment',
  'Gross amount KES',
  'Tax rate %',
  'Tax withheld KES',
  'Payment',
]

/** What the envelope of a filed month contains: the authority's upload, and payees whom it does not take without a PIN. */
export type FiledContent = { csv: string; withoutPin: string }

/**
 * For finance and owners: file a finished month. The file states each payment, and takes back the tax of payments that came back in the
 * month; from now on it never changes. The database refuses totals that differ from what was withheld, and a month before an earlier one.
 * @throws AppError NOT_FOUND for a month without tax, ALREADY_DECIDED if it is not open, or an earlier month is, INVALID_INPUT if the journal
 * says another sum
 */
export async function fileTaxMonth(
  deps: Pick<Deps, 'db' | 'economy' | 'secrets'>,
  staff: StaffActor,
  { month }: TaxMonthInput,
): Promise<Period> {
  const terms = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    await lockTaxMonths(trx)
    const period = await findPeriod(trx, terms, month)
    if (await hasEarlierOpen(trx, terms, month)) throw new AppError('ALREADY_DECIDED')
    await requireBooked(trx, period)
    const lines = await listTaxLines(trx, month)
    const content = JSON.stringify(writeContent(deps, lines))
    const contentHash = createHash('sha256').update(content).digest()
    await takeStep(taxMonthMachine, { from: period.state, to: 'filed', by: 'staff' }, async () =>
      insertTaxFile(trx, {
        month,
        payments: period.payments,
        baseKes: period.baseKes,
        taxKes: period.taxKes,
        carriedKes: await getCarried(trx, month),
        dueOn: dueDayOf(month, terms.taxDueDay),
        content: deps.secrets.seal({ table: 'tax_file', column: 'content', id: month }, content),
        contentHash,
        filedBy: staff.name,
      }),
    )
    await deleteFiledDetails(trx)
    const filed = await findPeriod(trx, terms, month)
    await insertAuditEntry(trx, {
      actor: staff.name,
      action: 'tax.filed',
      subject: `tax:${month}`,
      after: { payments: filed.payments, taxKes: filed.taxKes, contentHash: filed.contentHash },
      address: staff.address,
    })
    return filed
  })
}

/** The journal and the file have the same tax from different tables: a payment that one of them lacks is found before it is filed. */
async function requireBooked(trx: Trx, { month, taxKes }: Period): Promise<void> {
  const bookedKes = await findBookedTax(trx, month)
  if (bookedKes !== null && bookedKes !== taxKes)
    throw invalidField('month', 'TAX_BOOKS_DIFFER', { month, taxKes, bookedKes })
}

export async function findPeriod(trx: Trx, terms: { taxDueDay: number }, month: string): Promise<Period> {
  const [period] = await readPeriods(trx, terms, { month })
  if (!period) throw new AppError('NOT_FOUND')
  return period
}

async function hasEarlierOpen(trx: Trx, terms: { taxDueDay: number }, month: string): Promise<boolean> {
  const periods = await readPeriods(trx, terms, {})
  return periods.some((period) => period.month < month && period.state === 'open')
}

function writeContent({ secrets }: Pick<Deps, 'secrets'>, lines: readonly TaxLine[]): FiledContent {
  const rows = lines.map((line) => {
    const pin = openPin(secrets, line.memberId, line.pin)
    return [
      pin ?? '',
      `${line.firstName} ${line.lastName}`,
      line.residence,
      line.isReturned ? 'Reward, returned' : 'Reward',
      line.day,
      line.baseKes,
      line.percent,
      line.taxKes,
      line.withdrawalId,
    ] as const
  })
  return {
    csv: toCsv(
      HEADER,
      rows.filter(([pin]) => pin !== ''),
    ),
    withoutPin: toCsv(
      HEADER,
      rows.filter(([pin]) => pin === ''),
    ),
  }
}
