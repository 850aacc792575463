/** The codes of a push mean other things than those of a payment. */
const messages = new Map<string, string>([
  ['0', 'The service request is processed successfully.'],
  ['1', 'The balance is insufficient for the transaction.'],
  ['17', 'Rule limited.'],
  ['1001', 'Unable to lock subscriber, a transaction is already in process for the current subscriber.'],
  ['1019', 'Transaction has expired.'],
  ['1025', 'An error occurred while sending a push request.'],
  ['1032', 'Request cancelled by user.'],
  ['1037', 'DS timeout user cannot be reached.'],
  ['2001', 'The initiator information is invalid.'],
  ['8006', 'The security credential is locked.'],
])

export function stkMessage(code: number | string): string {
  return messages.get(String(code)) ?? 'Something happened.'
}
