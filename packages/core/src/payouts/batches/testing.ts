import { EXAMPLE_FORMATS, type ResultMapping } from '@chuma/contract/payouts/bank-batches'
import type { Db } from '@chuma/db/client'
import type { Deps } from '../../deps.ts'
import { approve, finance, givenWithdrawal } from '../testing.ts'
import { createBankBatch, downloadBankBatch } from './batches.ts'

const [eft] = EXAMPLE_FORMATS
if (!eft) throw new Error('there are examples')
export const FORMAT = eft

export const MAPPING: ResultMapping = {
  reference: 'Reference',
  status: 'Status',
  paidWords: 'Paid, Success',
  failedWords: 'Failed,Returned',
  receipt: 'Bank Reference',
  reason: 'Reason',
  amount: 'Amount',
  account: 'Account',
}

/** An approved bank withdrawal of KES 2,000 that a person pays. */
export async function givenApproved(deps: Deps, db: Db, accountNumber?: string) {
  const given = await givenWithdrawal(db, { method: 'bank', ...(accountNumber && { accountNumber }) })
  await approve(deps, given)
  return given
}

type Line = { name: string; account: string; amount: string; reference: string }

/** A batch of everything that waits, and the rows of its file in their order. */
export async function givenBatch(deps: Deps) {
  const batch = await createBankBatch(deps, finance, { format: FORMAT })
  const file = await downloadBankBatch(deps, finance, { id: batch.id })
  const lines = file
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((text): Line => {
      const [name = '', account = '', , amount = '', , , reference = ''] = text.split(',')
      return { name, account, amount, reference }
    })
  return { batch, file, lines }
}

let references = 0
export const newReference = () => `EFT-${500_000 + ++references}`

type Said = { status: string; receipt?: string; reason?: string; amount?: string; account?: string }

/** The bank's result of these rows. */
export function resultOf(rows: readonly [line: Line, said: Said][]): string {
  return [
    'Reference,Status,Bank Reference,Reason,Amount,Account',
    ...rows.map(
      ([line, { status, receipt = '', reason = '', amount = line.amount, account = line.account }]) =>
        [line.reference, status, receipt, reason, amount, account].join(','),
    ),
  ].join('\n')
}
