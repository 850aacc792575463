/**
 * Only `paid` proves a payment. `member`: final, the member must change something. `operator`: final, we must. `unknown`: may
 * still be paid, keep the hold. `review`: an undocumented code, for a person.
 */
export type ResultClass = 'paid' | 'member' | 'operator' | 'unknown' | 'review'
export type ResultClassification = { class: ResultClass; stopQueue: boolean; description: string }

const paid = (description: string) => ({ class: 'paid', stopQueue: false, description }) as const
const member = (description: string) => ({ class: 'member', stopQueue: false, description }) as const
const unknown = (description: string) => ({ class: 'unknown', stopQueue: false, description }) as const
const operator = (description: string) => ({ class: 'operator', stopQueue: false, description }) as const
const stop = (description: string) => ({ class: 'operator', stopQueue: true, description }) as const

/** A Map, because keys come from outside and `constructor` must not match. */
const resultCodes = new Map<string, ResultClassification>([
  ['0', paid('Paid.')],
  ['1', stop('The utility account holds too little money.')],
  ['2', member('The amount is below the M-Pesa minimum.')],
  ['3', member('The amount is above the M-Pesa maximum.')],
  ['4', member('The payment would pass the member’s daily M-Pesa limit.')],
  ['8', member('The payment would pass the most an M-Pesa account may hold.')],
  ['11', stop('Our M-Pesa account is not active.')],
  ['12', member('The receiving account is not valid.')],
  ['15', unknown('M-Pesa saw this payment as a duplicate; the earlier one may have been paid.')],
  ['17', unknown('M-Pesa had an internal failure.')],
  ['18', stop('The initiator’s credential was refused.')],
  ['20', stop('The initiator was not found.')],
  ['21', stop('The initiator lacks the role for paying members.')],
  ['22', stop('The initiator is not active.')],
  ['24', operator('A required field is missing in our request.')],
  ['25', operator('A field in our request is not valid.')],
  ['26', operator('M-Pesa is busy and refused the payment.')],
  ['29', operator('The command in our request is not valid.')],
  // Repeated wrong credentials lock the initiator, so the first one stops the queue.
  ['2001', stop('The initiator’s name, password or certificate is wrong.')],
  ['2006', stop('The state of our M-Pesa account does not allow payments.')],
  ['2028', stop('Our short code may not pay members.')],
  ['2040', member('The receiver is not a registered M-Pesa customer.')],
  ['8006', stop('The initiator is locked and has to be unlocked in the portal.')],
  ['SFC_IC0003', member('The phone number does not exist at M-Pesa.')],
])

/** Classify a payment's result code. Never pass the outer code of a status query, which is about the query only. */
export function classifyResultCode(code: string): ResultClassification {
  const known = resultCodes.get(code)
  return known ?? { class: 'review', stopQueue: false, description: 'M-Pesa gave a code we do not know.' }
}
