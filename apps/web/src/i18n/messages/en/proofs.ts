export const proofs = {
  'stepUp.title': 'Confirm that it is you',
  'stepUp.code':
    'This change affects the whole company. Enter a code; you won’t be asked again for 5 minutes.',
  'stepUp.password':
    'This change affects the whole company. Enter your password; you won’t be asked again for 5 minutes.',
  'stepUp.confirm': 'Confirm',
  'stepUp.cancelled': 'Nothing was changed, because you did not confirm.',
  'passkey.title': 'Passkey',
  'passkey.use': 'Use a passkey',
  'passkey.notUsed': 'No passkey was used. Try again, or use a code.',
  'passkey.sectionTitle': 'Passkeys',
  'passkey.why':
    'Confirm with your fingerprint, face or PIN instead of a code. A passkey works on this site alone, so a copy of our pages cannot steal it.',
  'passkey.add': 'Add a passkey',
  'passkey.name': 'Name of the passkey',
  'passkey.nameHint': 'Such as the device that it is on.',
  'passkey.addedTitle': 'Passkey added',
  'passkey.addedText': 'You can use it to log in from now on.',
  'passkey.since': 'Added {day}',
  'passkey.lastUsed': 'last used {when}',
  'passkey.neverUsed': 'never used',
  'passkey.remove': 'Remove',
  'passkey.removeNamed': 'Remove: {name}',
  'passkey.removeTitle': 'Remove this passkey?',
  'passkey.removeText': '“{name}” will no longer open this account.',
  'passkey.removedTitle': 'Passkey removed',
  'passkey.removed': '“{name}” no longer opens this account.',
} as const
