/** What every frame needs; loaded with the first script. */
export const entry = {
  // Words that several pages share.
  'word.dashboard': 'Dashboard',
  'word.decline': 'Decline',
  'word.logIn': 'Log in',
  'word.login': 'Login',
  'word.profile': 'Profile',
  'word.settings': 'Settings',
  'word.signUp': 'Sign Up',
  'word.surveys': 'Surveys',
  'word.withdraw': 'Withdraw',
  'word.yourAccount': 'Your account',

  'nav.skip': 'Skip to the content',
  'nav.label': 'Main',
  'nav.open': 'Open menu',
  'nav.close': 'Close menu',
  'nav.home': 'Home',
  'nav.admin': 'Admin',
  'nav.about': 'About',
  'nav.contact': 'Contact',
  'nav.privacy': 'Privacy Policy',
  'nav.terms': 'Terms of Use',
  'nav.transparency': 'What we pay out',
  'nav.logout': 'Logout',
  'nav.user': 'User',
  'nav.adminBadge': 'Admin',
  'nav.loadingUser': 'Loading your account',

  'state.loading': 'Loading...',
  'state.signIn': 'Please sign in to continue...',
  'state.failedTitle': 'This could not be loaded',
  'state.failedText': 'Check your connection and try again.',
  'state.oursText': 'The fault is ours, not your connection. Try again in a moment.',
  'state.retry': 'Try again',
  'state.printed': 'Printed {time}',

  'language.label': 'Language',
  'language.en': 'English',
  'language.sw': 'Kiswahili',

  'dialog.close': 'Close',
  'dialog.cancel': 'Cancel',

  'toast.area': 'Notifications (F8)',
  'toast.close': 'Close notification',

  'session.expiredTitle': 'Unauthorized',
  'session.expiredText': 'You are logged out. Logging in again...',
  'session.noToken': 'No authentication token',

  'amount.points': '{points, plural, one {# point} other {# points}}',

  'notFound.title': '404 Page Not Found',
  'notFound.text': 'There is nothing at this address. It may have been mistyped, or the page has moved.',
  'notFound.home': 'Go to Home',

  'crash.title': 'Something went wrong',
  'crash.text': 'This page ran into a problem. Your points are safe on our side; nothing was lost.',
  'crash.newer':
    'A newer version may be out. Reload the page to get it: what you have earned is safe with us.',
  'crash.reload': 'Reload the page',

  'copy.action': 'Copy',
  'copy.done': 'Copied',
  'copy.failed': 'Not copied: select the text and copy it yourself',
  'notice.title': 'Privacy notice',
  'notice.text': 'May we count which pages are opened? No cookies, nothing about you.',
  'notice.more': 'More about it',
  'notice.accept': 'Accept Analytics',
  'notice.close': 'Close and decline',

  'deletion.doneTitle': 'Your account is closed',
  'deletion.done':
    'It will be deleted on {day}. If you change your mind, log in before then and it stays yours.',
} as const
