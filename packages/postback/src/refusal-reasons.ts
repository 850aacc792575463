import type { ReplyKind } from './partner-settings.ts'

/**
 * Why a call is not acted upon, and what the partner is told. `rejected`: it is not his. `ok`: it may be his and
 * another try would be no better, so it is kept for a person and he is spared the repeats. `retry`: the fault is ours.
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
