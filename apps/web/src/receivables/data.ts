import { loadForStaff } from '../app/load.ts'
import type { Loading } from '../app/router-context.ts'
import { trpc } from '../trpc.ts'

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

/** Reload what an invoice, a payment or a report changes. */
export function useRefreshReceivables() {
  const { admin } = trpc.useUtils()
  return () =>
    Promise.all([
      admin.listReceivables.invalidate(),
      admin.listPartnerInvoices.invalidate(),
      admin.getPartnerInvoice.invalidate(),
      admin.listPartnerReceipts.invalidate(),
      admin.listPartnerReports.invalidate(),
      admin.listReportDifferences.invalidate(),
      admin.getReportMapping.invalidate(),
    ])
}
