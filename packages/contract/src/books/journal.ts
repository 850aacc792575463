type AccountType = 'asset' | 'liability' | 'equity' | 'revenue' | 'expense'

/** The chart of accounts (docs/books.md). The table `journal_account` holds the same. */
export const CHART = [
  { code: 'float-mpesa', number: 1010, name: 'M-Pesa float', type: 'asset' },
  { code: 'float-airtel', number: 1020, name: 'Airtel Money float', type: 'asset' },
  { code: 'float-airtime', number: 1030, name: 'Airtime float', type: 'asset' },
  { code: 'bank', number: 1100, name: 'Bank', type: 'asset' },
  { code: 'cash-clearing', number: 1190, name: 'Cash clearing', type: 'asset' },
  { code: 'partner-receivables', number: 1200, name: 'Partner receivables', type: 'asset' },
  { code: 'member-debts', number: 1300, name: "Members' debts", type: 'asset' },
  { code: 'members-points', number: 2000, name: "Members' points", type: 'liability' },
  { code: 'points-held', number: 2010, name: 'Points held for withdrawals', type: 'liability' },
  { code: 'payouts-in-flight', number: 2020, name: 'Payouts in flight', type: 'liability' },
  { code: 'tax-payable', number: 2100, name: 'Withholding tax payable', type: 'liability' },
  { code: 'client-prepaid', number: 2200, name: 'Prepaid by clients', type: 'liability' },
  { code: 'opening-balance', number: 3000, name: 'Opening balance', type: 'equity' },
  { code: 'partner-revenue', number: 4000, name: 'Partner revenue', type: 'revenue' },
  { code: 'premium-revenue', number: 4100, name: 'Premium revenue', type: 'revenue' },
  { code: 'breakage', number: 4200, name: 'Breakage', type: 'revenue' },
  { code: 'client-revenue', number: 4300, name: 'Revenue from clients', type: 'revenue' },
  { code: 'rewards-expense', number: 5000, name: 'Rewards', type: 'expense' },
  { code: 'points-adjustments', number: 5010, name: 'Adjustments of points', type: 'expense' },
  { code: 'points-revaluation', number: 5020, name: 'Revaluation of points', type: 'expense' },
  { code: 'payout-charges', number: 5100, name: 'Payout charges', type: 'expense' },
  { code: 'fx-difference', number: 5200, name: 'Exchange differences', type: 'expense' },
  { code: 'write-offs', number: 5300, name: 'Write-offs', type: 'expense' },
] as const satisfies readonly { code: string; number: number; name: string; type: AccountType }[]

export type AccountCode = (typeof CHART)[number]['code']

export const CURRENCIES = ['KES', 'USD'] as const
export type Currency = (typeof CURRENCIES)[number]

export const JOURNAL_KINDS = [
  'opening',
  'withdrawal-requested',
  'withdrawal-rejected',
  'payout-sent',
  'payout-not-sent',
  'payout-paid',
  'payout-failed',
  'payout-returned',
  'payout-late',
  'payout-duplicate',
  'statement-row',
  'statement-row-undone',
  'premium-paid',
  'credit-accrued',
  'credit-reversed',
  'points',
  'points-revalued',
  'debts-set-apart',
  'debt-written-off',
  'tax-remitted',
  'partner-invoiced',
  'partner-received',
  'partner-written-off',
  'client-received',
  'client-returned',
  'client-consumed',
  'currency-exchanged',
] as const
export type JournalKind = (typeof JOURNAL_KINDS)[number]
