import type { BankMapping } from '@chuma/contract/books/statement-mapping'
import { listDemoBankPayments } from '@chuma/db/queries/demo'
import { importStatement } from '../books/statements/import-statement.ts'
import type { Deps } from '../deps.ts'

const MAPPING: BankMapping = {
  delimiter: 'comma',
  headerRow: 1,
  date: 'Date',
  dateFormat: 'YYYY-MM-DD',
  amount: 'Amount',
  reference: 'Reference',
}
const FINANCE = { name: 'staff:finance', address: null }

/** Import the bank's statements of the payments that the story says were paid: without them each would be a difference. */
export async function tellBankStatements(deps: Deps): Promise<void> {
  const payments = await listDemoBankPayments(deps.db)
  // A statement has at most 31 days.
  const months = Map.groupBy(payments, ({ day }) => day.slice(0, 7))
  for (const month of months.values()) {
    const rows = month.map(({ day, receipt, payoutKes }) => `${day},${receipt},-${payoutKes}.00`)
    await importStatement(deps, FINANCE, {
      csv: ['Date,Reference,Amount', ...rows].join('\n'),
      isDryRun: false,
      bank: { name: 'KCB 4417', mapping: MAPPING },
    })
  }
}
