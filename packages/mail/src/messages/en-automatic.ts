/** What keeps members from being paid. */
export const automatic = {
  'automaticStopped.subject': '[{productName}] Automatic payouts are stopped',
  'automaticStopped.what':
    'No withdrawal is approved without a person any more. New ones wait for staff, and none is lost. Stopped by: {trippedBy}.',
  'automaticStopped.next':
    'Find the cause first. Then ask for the release, to which a second person has to agree: {url}',
  'floatLow.subject': '[{productName}] The payout account is running low',
  'floatLow.what': 'Our account with {provider} holds {amount} for payouts. Larger payouts wait.',
  'floatLow.next':
    'Add money to the account. Waiting payouts are checked every ten minutes and then sent automatically.',
} as const
