import { trpc } from '../trpc.ts'

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

/** Cents of a typed amount; NaN if it is none. */
export const toCents = (amount: number | string) =>
  amount === '' ? Number.NaN : Math.round(Number(amount) * 100)
