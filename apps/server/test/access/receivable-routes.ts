import type { Access } from './access.ts'

/** What partners owe, and what they report. */
export const receivableCalls: Record<string, Access> = {
  'admin.listReceivables': 'ledger:verify',
  'admin.setPaymentDays': 'ledger:verify',
  'admin.listPartnerInvoices': 'ledger:verify',
  'admin.getPartnerInvoice': 'ledger:verify',
  'admin.issuePartnerInvoice': 'ledger:verify',
  'admin.voidPartnerInvoice': 'ledger:verify',
  'admin.writeOffPartnerInvoice': 'ledger:verify',
  'admin.listPartnerReceipts': 'ledger:verify',
  'admin.bookPartnerReceipt': 'ledger:verify',
  'admin.cancelPartnerReceipt': 'ledger:verify',
  'admin.importPartnerReport': 'ledger:verify',
  'admin.getReportMapping': 'ledger:verify',
  'admin.listPartnerReports': 'ledger:verify',
  'admin.listReportDifferences': 'ledger:verify',
  'admin.settleReportDifference': 'ledger:verify',
}

export const receivableRoutes: Record<string, Access> = {
  'GET /api/admin/receivables': 'ledger:verify',
  'PUT /api/admin/receivables/partners/:partnerId/payment-days': 'ledger:verify',
  'GET /api/admin/receivables/invoices': 'ledger:verify',
  'GET /api/admin/receivables/invoices/:id': 'ledger:verify',
  'POST /api/admin/receivables/invoices': 'ledger:verify',
  'POST /api/admin/receivables/invoices/:id/void': 'ledger:verify',
  'POST /api/admin/receivables/invoices/:id/write-off': 'ledger:verify',
  'GET /api/admin/receivables/partners/:partnerId/receipts': 'ledger:verify',
  'POST /api/admin/receivables/partners/:partnerId/receipts': 'ledger:verify',
  'POST /api/admin/receivables/receipts/:id/cancel': 'ledger:verify',
  'POST /api/admin/receivables/partners/:partnerId/reports': 'ledger:verify',
  'GET /api/admin/receivables/partners/:partnerId/report-mapping': 'ledger:verify',
  'GET /api/admin/receivables/partners/:partnerId/reports': 'ledger:verify',
  'GET /api/admin/receivables/differences': 'ledger:verify',
  'POST /api/admin/receivables/differences/:id/settle': 'ledger:verify',
}
