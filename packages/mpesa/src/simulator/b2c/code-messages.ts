const messages = new Map<string, string>([
  ['0', 'The service request is processed successfully.'],
  ['1', 'The balance is insufficient for the transaction.'],
  ['2', 'Declined due to limit rule: less than the minimum amount.'],
  ['3', 'Declined due to limit rule: greater than the maximum amount.'],
  ['4', 'Declined due to limit rule: would exceed daily transfer limit.'],
  ['8', 'Declined due to limit rule: would exceed the maximum balance.'],
  ['11', 'The DebitParty is in an invalid state.'],
  ['12', 'The CreditParty is in an invalid state.'],
  ['15', 'Duplicate Detected.'],
  ['17', 'Internal Failure.'],
  ['18', 'Initiator Credential Check Failure.'],
  ['20', 'Unresolved Initiator.'],
  ['21', 'The initiator is not allowed to initiate this request.'],
  ['22', 'Initiator Not Active.'],
  ['24', 'Missing mandatory parameters.'],
  ['25', 'Invalid request parameters.'],
  ['26', 'Traffic blocking condition in place.'],
  ['29', 'Invalid command.'],
  ['2001', 'The initiator information is invalid.'],
  ['2006', 'Declined due to account rule: the account status does not allow this transaction.'],
  ['2028', 'The request is not permitted according to product assignment.'],
  ['2040', 'The receiver is not a registered customer.'],
  ['8006', 'The security credential is locked.'],
  ['SFC_IC0003', 'The operator does not exist.'],
])

export function codeMessage(code: number | string): string {
  return messages.get(String(code)) ?? 'Something happened.'
}
