import type { PartnerScheme } from '../partner-settings.ts'
import { type SignatureScheme, templateParams } from './signature-scheme.ts'

export type SignatureCoverage = { user: boolean; transaction: boolean; amount: boolean; status: boolean }

/** The fields that cannot be changed without the secret. Only addresses and ceilings protect the rest. */
export function signatureCoverage(scheme: PartnerScheme): SignatureCoverage {
  const covers = (param: string) => coversParam(scheme.signature, param)
  return {
    user: covers(scheme.fields.user),
    transaction: covers(scheme.fields.transaction),
    amount: covers(amountParam(scheme) ?? ''),
    status: scheme.statuses.every(({ param }) => covers(param)),
  }
}

/** The parameter that decides an event's value. */
export function amountParam({ fields, pointsPerUsd }: PartnerScheme): string | undefined {
  return pointsPerUsd === undefined ? fields.amountUsd?.param : fields.amountPoints
}

function coversParam(signature: SignatureScheme, param: string): boolean {
  switch (signature.mode) {
    case 'none':
    case 'shared-secret':
      return false
    case 'template':
      return templateParams(signature.template).includes(param)
    case 'sorted-placeholders':
      return signature.params.includes(param)
    default:
      return true
  }
}
