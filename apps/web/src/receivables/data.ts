import { formatUsd } from '@chuma/contract/format-money'
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

export const usd = (cents: number) => formatUsd(cents / 100)

/** Cents of a typed amount; NaN if it is none. */
export const toCents = (amount: number | string) =>
  amount === '' ? Number.NaN : Math.round(Number(amount) * 100)
