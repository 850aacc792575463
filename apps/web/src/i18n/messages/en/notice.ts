export const notice = {
  'notice.title': 'Privacy notice',
  'notice.text': 'May we count which pages are opened? No cookies, nothing about you.',
  'notice.more': 'More about it',
  'notice.accept': 'Accept Analytics',
  'notice.decline': 'Decline',
  'notice.close': 'Close and decline',

  'deletion.doneTitle': 'Your account is closed',
  'deletion.done':
    'It will be deleted on {day}. If you change your mind, log in before then and it stays yours.',
  'deletion.login': 'Log in',
} as const
