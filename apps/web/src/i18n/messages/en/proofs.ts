export const proofs = {
  'stepUp.title': 'Confirm that it is you',
  'stepUp.code': 'Enter a code to continue; you won’t be asked again for 5 minutes.',
  'stepUp.password': 'Enter your password to continue; you won’t be asked again for 5 minutes.',
  'stepUp.member': 'Your admin pages need your second factor as well. They ask again after 30 minutes away.',
  'stepUp.confirm': 'Confirm',
  'stepUp.cancelled': 'Nothing was changed, because you did not confirm.',
  'passkey.use': 'Use a passkey',
  'passkey.notUsed': 'No passkey was used. Try again, or use a code.',
  'passkey.why':
    'Confirm with your fingerprint, face or PIN instead of a code. A passkey works on this site alone, so a copy of our pages cannot steal it.',
} as const
