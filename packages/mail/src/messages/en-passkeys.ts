/** About a member's passkeys. */
export const passkeys = {
  'passkeyAdded.subject': 'A passkey was added to your {productName} account',
  'passkeyAdded.what':
    'The passkey “{name}” has just been added to your account. From now on it opens the account without your password. If it was you, you need not do anything.',
  'passkeyAdded.notYou':
    'If it was not you, set a new password at once: that signs out everyone. Then remove every passkey in your settings that you do not know, and write to {supportEmail}, so that we can check your withdrawals with you.',

  'passkeyRemoved.subject': 'A passkey was removed from your {productName} account',
  'passkeyRemoved.what':
    'The passkey “{name}” no longer opens your account. Your password still does. If it was you, you need not do anything.',
  'passkeyRemoved.notYou':
    'If it was not you, set a new password at once: that signs out everyone. Then write to {supportEmail}, so that we can check your withdrawals with you.',
} as const
