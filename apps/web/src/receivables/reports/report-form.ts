import type { ReportMapping } from '@chuma/contract/receivables/reports'

/** The fields of the form: an empty one is left out of the mapping. */
export type ReportValues = Required<{ [Name in keyof ReportMapping]: NonNullable<ReportMapping[Name]> }>

export const NEW_REPORT: ReportValues = {
  delimiter: 'comma',
  headerRow: 1,
  transactionId: '',
  reference: '',
  amount: '',
  amountUnit: 'dollars',
  currency: '',
  status: '',
  approved: 'approved',
  pending: 'pending',
  reversed: 'reversed',
  time: '',
  dateFormat: 'YYYY-MM-DD',
}

export const NEEDED = ['transactionId', 'amount', 'status', 'approved', 'reversed', 'time'] as const

export function toReportValues({
  reference = '',
  currency = '',
  pending = '',
  ...rest
}: ReportMapping): ReportValues {
  return { ...rest, reference, currency, pending }
}

export function toReportMapping({
  reference,
  currency,
  pending,
  headerRow,
  ...rest
}: ReportValues): ReportMapping {
  return {
    ...rest,
    headerRow: Number(headerRow),
    ...(reference && { reference }),
    ...(currency && { currency }),
    ...(pending && { pending }),
  }
}
