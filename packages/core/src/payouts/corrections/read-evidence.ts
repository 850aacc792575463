import type { CorrectionKind, CorrectPayoutInput } from '@chuma/contract/payouts/corrections'
import type { WithdrawalMethod } from '@chuma/contract/wallet/wallet'
import type { Trx } from '@chuma/db/client'
import { lockReconciliation } from '@chuma/db/queries/books/reconciliation'
import { findStatementRow, isWaiting, type StoredRow } from '@chuma/db/queries/books/statement-desk'
import { invalidField } from '../../app-error.ts'
import type { LockedPayout } from '../attempts/lock-payout.ts'
import { readReceipt } from '../receipts/read-receipt.ts'

export type Evidence = { row: StoredRow; receipt: string | undefined }

/**
 * Read the row of a statement that a correction names, and require that it is about this payment and waits on the desk. Imports and
 * bookings wait until the transaction ends, so that the row proves one thing.
 * @throws AppError INVALID_INPUT naming `rowId`, or `receipt` if another one is given
 */
export async function readEvidence(
  trx: Trx,
  payout: LockedPayout,
  { rowId, kind, receipt }: CorrectPayoutInput,
): Promise<Evidence | null> {
  if (rowId === undefined) return null
  await lockReconciliation(trx)
  const row = await findStatementRow(trx, rowId)
  if (!row) throw invalidField('rowId', 'ROW_MISSING')
  if (!(await isWaiting(trx, rowId))) throw invalidField('rowId', 'ROW_USED')
  requireFit(row, payout, kind)
  const { method } = payout.withdrawal
  const own = row.receipt === null ? null : readReceipt(method, row.receipt)
  const given = receipt === undefined ? null : readReceipt(method, receipt)
  if (own && given && own !== given) throw invalidField('receipt', 'ROW_OF_ANOTHER')
  return { row, receipt: receipt ?? own ?? undefined }
}

/** What staff and the second person read about a row that proves something. */
export function describeEvidence({ row }: Evidence): string {
  const { account, receipt, amountCents, at } = row
  const amount = `KES ${((amountCents ?? 0) / 100).toFixed(2)}`
  return [`Statement of ${account}, line ${row.row}`, receipt, amount, at.toISOString()]
    .filter((part) => part !== null)
    .join(', ')
}

const PURPOSES: Record<CorrectionKind, readonly StoredRow['purpose'][]> = {
  returned: ['reversal', 'money-in'],
  late: ['payout'],
  duplicate: ['payout'],
}

/** Whose statement shows the payments of a method. Of the others no statement is imported. */
const isAccountOf = (method: WithdrawalMethod, account: string) =>
  (method === 'mpesa' && account === 'mpesa') || (method === 'bank' && account.startsWith('bank:'))

function requireFit(row: StoredRow, { ref, withdrawal }: LockedPayout, kind: CorrectionKind): void {
  if (!isAccountOf(withdrawal.method, row.account)) throw invalidField('rowId', 'ROW_OTHER_ACCOUNT')
  if (!PURPOSES[kind].includes(row.purpose)) throw invalidField('rowId', 'ROW_OTHER_KIND')
  const cents = withdrawal.payoutKes * 100 * (kind === 'returned' ? 1 : -1)
  if (row.amountCents !== cents)
    throw invalidField('rowId', 'ROW_OTHER_AMOUNT', { amountKes: withdrawal.payoutKes })
  if (isOfAnother(row, { ref, withdrawal }, kind)) throw invalidField('rowId', 'ROW_OF_ANOTHER')
}

type Payout = Pick<LockedPayout, 'ref' | 'withdrawal'>

/** The row's receipt names another withdrawal, or its number ends otherwise. */
function isOfAnother(row: StoredRow, { ref, withdrawal }: Payout, kind: CorrectionKind): boolean {
  if (row.withdrawalId !== null && row.withdrawalId !== ref.withdrawalId) return true
  if (kind === 'returned')
    return row.linkedReceipt !== null && row.linkedReceipt !== withdrawal.receipt?.toUpperCase()
  const number = withdrawal.mpesaNumber
  return row.numberEnd !== null && number !== null && !number.endsWith(row.numberEnd)
}
