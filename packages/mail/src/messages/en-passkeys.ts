/** About a member's passkeys. */
export const passkeys = {
  'passkeyAdded.subject': 'A passkey was added to your {productName} account',
  'passkeyAdded.what':
    'The passkey “{name}” has just been added to your account. From now on it opens the account without your password. If it was you, you need not do anything.',

  'passkeyRemoved.subject': 'A passkey was removed from your {productName} account',
  'passkeyRemoved.what':
    'The passkey “{name}” no longer opens your account. Your password still does. If it was you, you need not do anything.',
} as const
