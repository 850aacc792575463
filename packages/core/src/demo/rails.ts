import { EXAMPLE_FORMATS } from '@chuma/contract/payouts/bank-batches'
import type { RequestWithdrawalInput } from '@chuma/contract/wallet/wallet'
import type { Deps } from '../deps.ts'
import { decideWithdrawal } from '../payouts/approvals/decide-withdrawal.ts'
import { createBankBatch } from '../payouts/batches/create-batch.ts'
import { listBankBatches } from '../payouts/batches/list-batches.ts'

/** Who is paid otherwise than by M-Pesa. */
export const RAIL_MEMBERS = [
  {
    email: 'brian@demo.chuma',
    firstName: 'Brian',
    lastName: 'Mutua',
    order: { withdrawalMethod: 'airtel', pointsToWithdraw: 2, mpesaNumber: '254733000900' },
  },
  {
    email: 'mercy@demo.chuma',
    firstName: 'Mercy',
    lastName: 'Chebet',
    order: { withdrawalMethod: 'airtime', pointsToWithdraw: 2, mpesaNumber: '254770000900' },
  },
] as const satisfies readonly {
  email: string
  firstName: string
  lastName: string
  order: RequestWithdrawalInput
}[]

type Ask = (email: string, order: RequestWithdrawalInput) => Promise<{ id: string }>

/**
 * Pay a member's Airtel wallet and one's airtime, through the simulators once the server runs, and collect the bank payments that
 * wait into a batch. Can be repeated.
 */
export async function tellRails(deps: Deps, ask: Ask): Promise<void> {
  const staff = { name: 'staff:finance', address: null }
  for (const { email, order } of RAIL_MEMBERS) {
    if (!deps.payouts.methods.includes(order.withdrawalMethod)) continue
    const { id } = await ask(email, order)
    await decideWithdrawal(deps, staff, { id, status: 'approved', adminNotes: '' }).catch(ignoreRepeat)
  }
  const [format] = EXAMPLE_FORMATS
  const { waitingCount, batches } = await listBankBatches(deps)
  if (format && waitingCount > 0 && batches.length === 0) await createBankBatch(deps, staff, { format })
}

function ignoreRepeat(error: unknown) {
  if (!(error instanceof Error && 'code' in error && error.code === 'WITHDRAWAL_STATE')) throw error
}
