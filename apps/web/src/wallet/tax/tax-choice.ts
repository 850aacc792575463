export type TaxChoice = { span?: string }

/** Read the month or year of an address; anything else means no certificate. */
export function readTaxChoice({ span }: Record<string, unknown>): TaxChoice {
  return typeof span === 'string' && /^2\d{3}(-(0[1-9]|1[0-2]))?$/.test(span) ? { span } : {}
}
