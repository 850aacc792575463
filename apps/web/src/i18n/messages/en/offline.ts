export const offline = {
  'offline.title': 'You are offline',
  'offline.unreachable': 'We cannot be reached right now',
  'offline.wallet': 'Your wallet',
  'offline.asOf': 'As of',
  'offline.mayHaveChanged': 'It may have changed since then.',
  'offline.money': 'This needs a connection. Nothing is sent, and nothing is kept to be sent later.',
  'offline.bar': 'You are offline. What you see may have changed.',
  'offline.barAsOf': 'You are offline. Your points are as of {time}.',
  'update.ready': 'A new version is ready',
  'update.reload': 'Reload',
  'update.later': 'Later',
  'install.title': 'Install the app',
  'install.text':
    'It opens from your home screen like any other app, and shows your wallet without a network. It takes less space than a photo.',
  'install.action': 'Install',
} as const
