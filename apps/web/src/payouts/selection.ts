import type { AdminWithdrawal } from '@chuma/contract/admin/admin'

/** What the results of a bulk approval say about a withdrawal. */
export type Picked = Pick<AdminWithdrawal, 'id' | 'userName' | 'amountKes'>

export type Selection = {
  isSelected: (id: string) => boolean
  toggle: (withdrawal: Picked) => void
  setAll: (withdrawals: readonly Picked[], isOn: boolean) => void
}
