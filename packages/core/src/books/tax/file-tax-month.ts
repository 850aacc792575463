import { createHash } from 'node:crypto'
import type { RecordRemittanceInput, TaxMonthInput, taxFile, taxPeriod } from '@chuma/contract/books/tax'
import type { Answer } from '@chuma/contract/fields'
import { toCsv } from '@chuma/contract/to-csv'
import type { Db, Trx } from '@chuma/db/client'
import { recordAct } from '@chuma/db/queries/admin/audit'
import {
  deleteFiledDetails,
  findBookedTax,
  findTaxFile,
  getCarried,
  insertRemittance,
  insertTaxFile,
  listTaxLines,
  listTaxPeriods,
  lockTaxMonths,
  type TaxLine,
  type TaxPeriodRow,
} from '@chuma/db/queries/books/tax-files'
import { getBusinessDay } from '@chuma/db/queries/business-day'
import { AppError, invalidField, orRefuse } from '../../app-error.ts'
import type { StaffActor } from '../../caller.ts'
import type { Deps } from '../../deps.ts'
import { type StateMachine, takeStep } from '../../state-machine.ts'
import { bookEntry } from '../../wallet/ledger.ts'
import { openPin } from './own-tax.ts'

/**
 * For finance and owners: record that a filed month's tax was paid, in full: a part that is missing would be with someone.
 * @throws AppError NOT_FOUND, ALREADY_DECIDED unless it is filed and unpaid, INVALID_INPUT for another amount, a day that has not come, and
 * a reference of another month
 */
export async function recordRemittance(
  deps: Pick<Deps, 'db' | 'economy'>,
  staff: StaffActor,
  { month, amountKes, reference, paidOn }: RecordRemittanceInput,
): Promise<Period> {
  const terms = await deps.economy()
  return deps.db.transaction().execute(async (trx) => {
    await lockTaxMonths(trx)
    const period = await findPeriod(trx, terms, month)
    const today = await getBusinessDay(trx)
    await takeStep(taxMonthMachine, { from: period.state, to: 'remitted', by: 'staff' }, async () => {
      if (amountKes !== period.dueKes || period.dueKes === 0)
        throw invalidField('amountKes', 'TAX_AMOUNT_DIFFERS', { amountKes: period.dueKes })
      if (paidOn > today || paidOn <= month) throw invalidField('paidOn', 'DAY_NOT_BEGUN')
      const row = { month, amountKes, reference, paidOn, recordedBy: staff.name }
      if (!(await insertRemittance(trx, row))) throw invalidField('reference', 'TAX_REFERENCE_TAKEN')
      return true
    })
    await bookEntry(trx, {
      sourceKey: `tax-remitted:${month}`,
      kind: 'tax-remitted',
      day: paidOn,
      description: `Withholding tax of ${month} paid, ${reference}`,
      lines: [
        { account: 'tax-payable', currency: 'KES', minor: amountKes * 100 },
        { account: 'bank', currency: 'KES', minor: -amountKes * 100 },
      ],
    })
    await recordAct(trx, staff, {
      action: 'tax.remitted',
      subject: `tax:${month}`,
      after: { amountKes, reference, paidOn },
    })
    return findPeriod(trx, terms, month)
  })
}

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
type FiledContent = { csv: string; withoutPin: string }

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
    await recordAct(trx, staff, {
      action: 'tax.filed',
      subject: `tax:${month}`,
      after: { payments: filed.payments, taxKes: filed.taxKes, contentHash: filed.contentHash },
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

async function findPeriod(trx: Trx, terms: { taxDueDay: number }, month: string): Promise<Period> {
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

type Period = Answer<typeof taxPeriod>

function stateOf({ isOver, filedAt, reference }: TaxPeriodRow): TaxMonthState {
  if (reference !== null) return 'remitted'
  if (filedAt !== null) return 'filed'
  return isOver ? 'open' : 'running'
}

/** List months with tax, newest first: what was withheld, filed and remitted, and until when it is due. */
export async function listPeriods(deps: Pick<Deps, 'db' | 'economy'>): Promise<Period[]> {
  return readPeriods(deps.db, await deps.economy(), {})
}

/** For use in a transaction, with the economy as it was read before. */
async function readPeriods(db: Db, { taxDueDay }: { taxDueDay: number }, which: { month?: string }) {
  const today = await getBusinessDay(db)
  return (await listTaxPeriods(db, which)).map((row) => {
    const state = stateOf(row)
    const carriedKes = row.carriedKes ?? 0
    const dueKes = Math.max(0, row.taxKes + carriedKes)
    const dueOn = row.dueOn ?? dueDayOf(row.month, taxDueDay)
    return {
      month: row.month,
      state,
      payments: row.payments,
      baseKes: row.baseKes,
      taxKes: row.taxKes,
      carriedKes,
      dueKes,
      dueOn,
      isOverdue: dueKes > 0 && state !== 'remitted' && dueOn < today,
      contentHash: row.contentHash?.toString('hex') ?? null,
      filedBy: row.filedBy,
      filedAt: row.filedAt,
      reference: row.reference,
      paidOn: row.paidOn,
      recordedBy: row.recordedBy,
    }
  })
}

/** The day of the next month on which a month's tax is due. */
function dueDayOf(month: string, dueDay: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, dueDay)).toISOString().slice(0, 10)
}

type TaxMonthState = 'running' | 'open' | 'filed' | 'remitted'

/** A month's state is what exists of it: no row, a row of `tax_file`, and a row of `tax_remittance` too. */
export const taxMonthMachine: StateMachine<TaxMonthState> = {
  name: 'Month of tax',
  refusal: 'ALREADY_DECIDED',
  states: {
    running: 'not over, so its tax still grows',
    open: 'over, and not filed',
    filed: 'filed with the revenue authority, and not paid',
    remitted: 'filed and paid',
  },
  begins: [{ to: 'running', by: 'worker', when: 'a payment with tax is made, or comes back' }],
  moves: {
    worker: [{ from: ['running'], to: 'open', when: 'the month ends' }],
    staff: [
      { from: ['open'], to: 'filed', when: 'every earlier month is filed' },
      { from: ['filed'], to: 'remitted', when: 'the whole tax was paid, under a reference of its own' },
    ],
  },
}

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
    const found = orRefuse(await findTaxFile(trx, month), 'NOT_FOUND')
    const content = secrets.open({ table: 'tax_file', column: 'content', id: month }, found.content)
    if (!createHash('sha256').update(content).digest().equals(found.contentHash))
      throw new Error(`the file of ${month} is not what was filed`)
    await recordAct(trx, staff, { action: 'tax.file-read', subject: `tax:${month}` })
    const { csv, withoutPin } = JSON.parse(content) as FiledContent
    return {
      name: `withholding-${month}.csv`,
      csv,
      withoutPin,
      contentHash: found.contentHash.toString('hex'),
    }
  })
}
