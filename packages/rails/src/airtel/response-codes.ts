type Meaning = { class: 'paid' | 'member' | 'operator' | 'unknown' | 'review'; text: string }

const paid = (text: string): Meaning => ({ class: 'paid', text })
const member = (text: string): Meaning => ({ class: 'member', text })
const operator = (text: string): Meaning => ({ class: 'operator', text })
const unknown = (text: string): Meaning => ({ class: 'unknown', text })

/**
 * What a response code says about the money. A duplicate says nothing about the first use of the id, which may have been paid, so it
 * is asked about. A Map, because keys come from outside.
 */
const meanings = new Map<string, Meaning>([
  ['DP00900001000', unknown('Airtel does not know yet what became of it.')],
  ['DP00900001001', paid('Paid.')],
  ['DP00900001003', member('The payment would pass a limit of the receiver’s wallet.')],
  ['DP00900001004', member('Airtel does not take this amount.')],
  ['DP00900001005', unknown('Airtel could not process it.')],
  ['DP00900001006', unknown('Airtel is still paying it.')],
  ['DP00900001007', operator('Our Airtel account holds too little money.')],
  ['DP00900001009', operator('Our Airtel account may not pay.')],
  ['DP00900001010', operator('Our Airtel account may not pay this receiver.')],
  ['DP00900001011', unknown('Airtel saw this id before; the earlier payment may have been made.')],
  ['DP00900001012', member('The receiver has no Airtel Money account.')],
  ['DP00900001013', member('Airtel refused the payment to this receiver.')],
  ['DP00900001014', unknown('The payment ran out of time at Airtel.')],
  ['DP00900001015', unknown('Airtel does not find the payment.')],
  ['DP00900001016', operator('Airtel refused the signature of our request.')],
  ['DP00900001017', unknown('Airtel saw this id before; the earlier payment may have been made.')],
  ['DP00900001018', operator('Airtel refused our PIN.')],
  ['DP00900001019', operator('Our PIN is locked at Airtel.')],
])

export function readResponseCode(code: string): Meaning {
  return meanings.get(code) ?? { class: 'review', text: 'Airtel gave a code we do not know.' }
}

/** Codes of the gateway in front: the order never reached the wallets. */
const ROUTER_REFUSED = /^ROUTER(?:00[1-9]|11[1-6])$/

export function isRefusedByRouter(code: string): boolean {
  return ROUTER_REFUSED.test(code)
}

/** What the status of a transaction says: success, failed, ambiguous, in progress, expired. */
export function readStatus(status: string): Meaning | undefined {
  switch (status.toUpperCase()) {
    case 'TS':
    case 'SUCCESS':
      return paid('Paid.')
    case 'TF':
    case 'FAILED':
      return member('Airtel ended the payment without making it.')
    case 'TA':
      // Airtel itself will not find out: a person asks it.
      return { class: 'review', text: 'Airtel calls the payment ambiguous.' }
    case 'TIP':
    case 'TE':
      return unknown('Airtel has not decided it yet.')
    default:
      return undefined
  }
}
