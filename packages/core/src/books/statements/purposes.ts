import type { RowPurpose } from '@chuma/contract/books/statements'

/** What a row says about itself. Below zero: money that left. */
export type Said = {
  /** Null: the statement has no such column. */
  status: string | null
  amountCents: number
  /** The reason type and the details, a line each, without what a payer or payee wrote behind a number. */
  text: string
  hasLink: boolean
  /** Whether the text is M-Pesa's own. At a bank, people write it. */
  isProviders: boolean
  /** Whether the row names a phone number. */
  hasParty: boolean
}

type Rule = { purpose: RowPurpose; when: (said: Said) => boolean }

const isIn = ({ amountCents }: Said) => amountCents > 0
const isDone = ({ status }: Said) => status === null || /^(complete|success)/i.test(status)
const says =
  (words: RegExp) =>
  ({ text }: Said) =>
    words.test(text)

const saysFailed = /^(fail|declin|cancel|expir|reject)/i
const saysCharge = says(/\b(charges?|fees?|commission|excise)\b/i)
const saysReversal = says(/\brevers(al|ed|e)\b/i)
const saysCollection = says(
  /\b(pay ?bill|customer merchant|merchant payment|customer payment|buy goods|c2b|pay utility)\b/i,
)
/**
 * Only what is proven the operator's own: the provider's words for money that the organisation's settlement account brought from
 * its bank. Funds from a person wait for staff.
 */
const saysTopUp = says(/^organi[sz]ation settlement( account)?( deposit| transfer)?( from bank)?$/im)
const OWN = '(working|utility|m-?pesa|merchant|charges paid|settlement)'
/**
 * Only between the operator's own accounts, and only where the provider's own words begin: a remark of somebody who pays another
 * business must not hide that payment.
 */
const saysOwnTransfer = says(
  new RegExp(
    String.raw`^(organi[sz]ation )?${OWN}( account)? (to|from) (organi[sz]ation )?${OWN}( account)?\b`,
    'im',
  ),
)

/**
 * The first rule that fits decides. Money that left and says nothing of itself counts as a payout: the daily comparison and the desk
 * then ask whose it was.
 */
const PURPOSE_RULES: readonly Rule[] = [
  { purpose: 'failed', when: ({ status }) => status !== null && saysFailed.test(status) },
  { purpose: 'pending', when: (said) => !isDone(said) },
  { purpose: 'transfer', when: (said) => said.isProviders && saysOwnTransfer(said) },
  // What a payer writes as their account is in the text: before the words that it could imitate.
  { purpose: 'collection', when: (said) => isIn(said) && saysCollection(said) && !said.hasLink },
  { purpose: 'charge', when: saysCharge },
  { purpose: 'reversal', when: saysReversal },
  { purpose: 'reversal', when: (said) => isIn(said) && said.hasLink },
  { purpose: 'top-up', when: (said) => isIn(said) && said.isProviders && !said.hasParty && saysTopUp(said) },
  { purpose: 'money-in', when: isIn },
  { purpose: 'payout', when: () => true },
]

export function findPurpose(said: Said): RowPurpose {
  const rule = PURPOSE_RULES.find(({ when }) => when(said))
  if (!rule) throw new Error('the last rule fits everything')
  return rule.purpose
}
