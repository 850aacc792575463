/** What security mails say to someone who did not do it. */
export const security = {
  'notMe.action': 'This wasn’t me',
  'notMe.press':
    'If it was not you, press the button. It signs out every device, ends your password so that nobody can use it, and lets you set a new one. It works once, for 7 days.',
  'notMe.help': 'If the button does not work, write to {supportEmail} from this address.',

  'passkeyAdded.notYou':
    'If it was not you, press the button. It removes this passkey, signs out every device, ends your password so that nobody can use it, and lets you set a new one. It works once, for 7 days.',

  'payoutNumberAdded.notYou':
    'If it was not you, press the button. It signs out every device, removes the new destination, ends your password so that nobody can use it, and lets you set a new one. It works once, for 7 days.',

  'emailChangeNotice.notYou':
    'If it was not you, press the button. It stops the move, or undoes it if it has happened, signs out every device and lets you set a new password. It works once, for 7 days.',

  'emailChanged.notYou':
    'If it was not you, press the button. It moves your account back to this address, signs out everyone, holds your withdrawals and lets you set a new password. It works once, for 7 days, even if the address is changed again.',
  'emailChanged.undo': 'This wasn’t me: undo',
  'emailChanged.contact':
    'If it was not you, write to {supportEmail} at once, from this address, so that we can stop withdrawals and help you get your account back.',

  'emailUndone.subject': 'This address no longer opens a {productName} account',
  'emailUndone.what':
    'The owner of an account that had moved to this address has undone the move. The account is at its former address again, every device was signed out, and this address no longer opens it.',
  'emailUndone.you': 'If you think that this is a mistake, write to {supportEmail} from this address.',
} as const
