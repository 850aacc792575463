/** `failed` may be shown to the member; a later success still counts. Unlisted codes are `pending` until the caller's deadline. */
export type StkVerdict = 'paid' | 'failed' | 'pending'
export type StkClassification = { verdict: StkVerdict; description: string }

const failed = (description: string) => ({ verdict: 'failed', description }) as const

const codes = new Map<string, StkClassification>([
  ['0', { verdict: 'paid', description: 'Paid.' }],
  ['1', failed('There is too little money in this M-Pesa account.')],
  ['2', failed('The amount is below the M-Pesa minimum.')],
  ['3', failed('The amount is above the M-Pesa maximum.')],
  ['4', failed('The payment would pass the daily M-Pesa limit.')],
  ['8', failed('The payment would pass the most an M-Pesa account may hold.')],
  [
    '17',
    failed(
      'This number was asked for the same amount less than two minutes ago. Wait a moment, then try again.',
    ),
  ],
  ['1001', failed('The phone is busy with another M-Pesa session.')],
  ['1019', failed('Nobody entered the PIN in time.')],
  ['1025', failed('M-Pesa could not reach the phone.')],
  ['1032', failed('It was cancelled on the phone.')],
  ['1037', failed('The phone could not be reached, or nobody answered.')],
  // In payouts this code is about our own credentials.
  ['2001', failed('The M-Pesa PIN was wrong.')],
  ['2028', failed('M-Pesa does not let us ask for this payment.')],
  ['8006', failed('The M-Pesa PIN is locked.')],
  ['9999', failed('M-Pesa could not reach the phone.')],
  ['SFC_IC0003', failed('M-Pesa does not know this number, or not our account.')],
])

const undecided = /being processed|under processing/i

/** The text takes precedence over the code: M-Pesa says "still under processing" with undocumented codes. */
export function classifyStkResult(code: string, text = ''): StkClassification {
  const known = undecided.test(text) ? undefined : codes.get(code)
  return known ?? { verdict: 'pending', description: 'M-Pesa has not decided it yet.' }
}
