/** The premium dialog. */
export const premium = {
  'upgrade.title': 'Upgrade to premium',
  'upgrade.price': '{kes} a month',
  'upgrade.cancel': 'Cancel anytime.',
  'upgrade.includes': 'What premium includes',
  'upgrade.videos': 'Paid videos and ads, every day',
  'upgrade.games': 'A spin of the wheel and a quiz, every day',
  'upgrade.surveysStay': 'Surveys and micro-jobs stay free, with or without premium.',
  'upgrade.how':
    'To upgrade, please contact an admin: write to us from the contact page and give the email address of your account.',
  'upgrade.contact': 'Go to the contact page',

  'payPremium.number': 'M-Pesa number',
  'payPremium.months': 'For how long',
  'payPremium.option': '{months, plural, one {# month} other {# months}}: {kes}',
  'payPremium.pay': 'Pay {kes} with M-Pesa',
  'payPremium.how':
    'Your phone asks for your M-Pesa PIN. Enter it there and nowhere else. Premium does not renew automatically. You can also contact an admin to get it.',
  'payPremium.sendingTitle': 'Sending the request',
  'payPremium.sendingText': 'M-Pesa will ask {number} for {kes} in a moment.',
  'payPremium.lookTitle': 'Check your phone',
  'payPremium.lookText':
    'M-Pesa asks {number} for {kes}. Enter your PIN there. You can close this page: premium starts as soon as the payment is confirmed.',
  'payPremium.doneTitle': 'Welcome to premium',
  'payPremium.doneText': 'Your payment is confirmed. You have premium until {day}.',
  'payPremium.close': 'Start earning',
  'payPremium.reviewTitle': 'We are looking into your payment',
  'payPremium.reviewText':
    'M-Pesa sent us details that do not match, so our team is checking the payment. Please do not pay again. We will write to you.',
  'payPremium.expiredTitle': 'No answer from your phone',
  'payPremium.expiredText':
    'The request has expired. If you did pay, premium starts as soon as M-Pesa confirms it. If not, try again.',
  'payPremium.failedTitle': 'Not paid',
  'payPremium.failedText': 'M-Pesa did not accept the payment. You were not charged.',
  'payPremium.problem.1': 'There is too little money in this M-Pesa account.',
  'payPremium.problem.4': 'The payment would pass the daily M-Pesa limit.',
  'payPremium.problem.17':
    'This number was asked for the same amount less than two minutes ago. Wait a moment, then try again.',
  'payPremium.problem.1001': 'The phone is busy with another M-Pesa session.',
  'payPremium.problem.1019': 'Nobody entered the PIN in time.',
  'payPremium.problem.1025': 'M-Pesa could not reach the phone.',
  'payPremium.problem.1032': 'It was cancelled on the phone.',
  'payPremium.problem.1037': 'The phone could not be reached, or nobody answered.',
  'payPremium.problem.2001': 'The M-Pesa PIN was wrong.',
  'payPremium.problem.8006': 'The M-Pesa PIN is locked.',
  'payPremium.problem.9999': 'M-Pesa could not reach the phone.',
  'payPremium.notAskedTitle': 'We could not reach your phone',
} as const
