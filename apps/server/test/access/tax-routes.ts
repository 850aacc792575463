import type { Access } from './access.ts'

/** Repeated here on purpose. */
export const taxRoutes: Record<string, Access> = {
  'GET /api/admin/tax': 'ledger:verify',
  'POST /api/admin/tax/classes': 'economy:manage',
  'POST /api/admin/tax/months/:month/file': 'ledger:verify',
  'POST /api/admin/tax/months/:month/read': 'payout-details:read',
  'POST /api/admin/tax/months/:month/remit': 'ledger:verify',
  'GET /api/admin/tax/certificates/:memberId/:span': 'ledger:verify',
  'POST /api/admin/tax/payees/:memberId/pin': 'payout-details:read',
  'GET /api/admin/alarms': 'system:read',
  'POST /api/admin/alarms/:id/acknowledge': 'system:read',
  'GET /api/tax': 'member',
  'PUT /api/tax': 'member',
  'GET /api/tax/certificates/:span': 'member',
}

export const taxCalls: Record<string, Access> = {
  'admin.getTaxReport': 'ledger:verify',
  'admin.addTaxClasses': 'economy:manage',
  'admin.fileTaxMonth': 'ledger:verify',
  'admin.readTaxFile': 'payout-details:read',
  'admin.recordTaxRemittance': 'ledger:verify',
  'admin.getTaxCertificateOf': 'ledger:verify',
  'admin.showTaxPin': 'payout-details:read',
  'admin.listAlarms': 'system:read',
  'admin.acknowledgeAlarm': 'system:read',
  'wallet.getTax': 'member',
  'wallet.setTaxDetails': 'member',
  'wallet.getTaxCertificate': 'member',
}
