import { loadForStaff } from '../app/load.ts'
import type { Loading } from '../app/router-context.ts'

export function loadReceivables(loading: Loading): void {
  loadForStaff(loading, 'ledger:verify', ({ admin }) => [admin.listReceivables.prefetch({})])
}

export function loadPartnerAccount(loading: Loading & { params: { partnerId: string } }): void {
  const { partnerId } = loading.params
  loadForStaff(loading, 'ledger:verify', ({ admin }) => [
    admin.listReceivables.prefetch({ partnerId }),
    admin.listPartnerInvoices.prefetch({ partnerId }),
    admin.listPartnerReceipts.prefetch({ partnerId }),
  ])
}

export function loadInvoice(loading: Loading & { params: { invoiceId: string } }): void {
  const { invoiceId: id } = loading.params
  loadForStaff(loading, 'ledger:verify', ({ admin }) => [admin.getPartnerInvoice.prefetch({ id })])
}
