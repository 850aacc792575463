import type { ReplyKind } from './settings.ts'

/**
 * Why a call is refused, and how it is answered. `rejected`: not proven to be the partner's. `ok`: perhaps genuine but
 * unusable, and a retry would not help, so it is stored for a person. `retry`: the fault is ours.
 */
export const refusalAnswers = {
  'too-large': 'rejected',
  'invalid-encoding': 'rejected',
  'unsupported-body': 'rejected',
  'invalid-body': 'rejected',
  'address-not-allowed': 'rejected',
  'secret-missing': 'retry',
  'base-url-missing': 'retry',
  'signature-missing': 'rejected',
  'signature-not-last': 'rejected',
  'signed-field-missing': 'rejected',
  'repeated-parameter': 'rejected',
  'signature-mismatch': 'rejected',
  'user-missing': 'ok',
  'user-invalid': 'ok',
  'transaction-missing': 'ok',
  'transaction-invalid': 'ok',
  'reference-invalid': 'ok',
  'status-missing': 'ok',
  'status-unknown': 'ok',
  'amount-missing': 'ok',
  'amount-invalid': 'ok',
  'amount-too-large': 'ok',
  'amount-negative': 'ok',
  'over-ceiling': 'ok',
} as const satisfies Record<string, ReplyKind>
export type RefusalReason = keyof typeof refusalAnswers
