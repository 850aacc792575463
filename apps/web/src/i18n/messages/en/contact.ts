import { PREMIUM_ADDS } from '@chuma/contract/tasks/premium-adds'

const adds = PREMIUM_ADDS.en

export const contact = {
  // Words that several pages share.
  'word.email': 'Email',
  'word.name': 'Name',
  'word.sending': 'Sending...',
  'word.subject': 'Subject',

  'contact.title': 'Contact us',
  'contact.description':
    'Write to our support team, or find the answer to the most common questions about points, payouts and premium.',
  'contact.lead': 'Questions, problems, ideas: someone on our team reads and answers every message.',

  'contact.formTitle': 'Write to us',
  'contact.message': 'Message',
  'contact.messageHint': 'About a payout? Its date and amount help us find it.',
  'contact.shortName': 'Name must be at least 2 characters',
  'contact.badEmail': 'Please enter a valid email address',
  'contact.shortSubject': 'Subject must be at least 5 characters',
  'contact.shortMessage': 'Message must be at least 10 characters',
  'contact.submit': 'Send Message',
  'contact.sentTitle': 'Message Sent',
  'contact.sent': "Thank you for contacting us! We'll get back to you within 24 hours.",
  'contact.failedTitle': 'Error',
  'contact.failed': 'Failed to send message. Please try again later.',
  'contact.privacyNote': 'We use what you write here to answer you.',
  'contact.withoutScript': 'This form needs JavaScript. Write to {email} instead.',

  'contact.reachTitle': 'Reach us directly',
  'contact.supportEmail': 'Support email',
  'contact.phone': 'Phone',
  'contact.office': 'Office address',
  'contact.hoursTitle': 'Support hours',
  'contact.hoursLocal': 'In East Africa Time:',
  'contact.nextDay': '{hours} (next day)',
  'contact.hoursNote': 'You can write at any time. We answer within 24 hours.',
  'contact.faqCallTitle': 'In a hurry?',
  'contact.faqCallText': 'We may have answered your question already.',
  'contact.faqCall': 'Visit FAQ',

  'faq.title': 'Frequently asked questions',
  'faq.lead': 'Not listed here? Write to us with the form below.',
  'faq.join': 'Does it cost anything to join?',
  'faq.join.text':
    'No. You never pay to join, and you never pay to get paid. Anyone who asks you for money in our name is a fraud.',
  'faq.earn': 'How do I earn points?',
  'faq.earn.text':
    'By answering surveys. Each one shows what it pays and how long it takes before you start, and you get the points when your answers are complete. Your history shows every point and where it came from.',
  'faq.value': 'What is a point worth?',
  'faq.value.text':
    '1 point is worth {kesPerPoint} when you withdraw it. The rate is fixed when you request a withdrawal, so later changes do not affect it.',
  'faq.withdraw': 'When can I withdraw, and how?',
  'faq.withdraw.text':
    'As soon as you have {points, plural, one {# point} other {# points}} ({kes}). Open Withdraw, choose M-Pesa or bank transfer and enter how many points you want to withdraw. We hold them for you until the request is decided.',
  'faq.time': 'How long does a payout take?',
  'faq.time.text':
    'A request usually takes 3-5 business days from start to finish. Once it is approved, we pay within 24-48 hours. The Withdraw page shows where your money is and what happens next.',
  'faq.rejected': 'What if my withdrawal is rejected?',
  'faq.rejected.text':
    'The Withdraw page shows the reason, and all the points go back to your balance. Once the problem is solved, you can request again.',
  'faq.premium': 'What is premium?',
  'faq.premium.text': `A monthly membership that adds ${adds.some}. You can cancel it at any time, and surveys stay free without it. To get it, send us a message: our team tells you the price and turns it on.`,
  'faq.mail': 'The email with my link has not arrived. What now?',
  'faq.mail.text':
    'Look in your spam folder first. If it is not there, open the Login page and sign in: you can request a new link there. Only the newest link works.',
  'faq.account': 'Can I see and delete the data you have about me?',
  'faq.account.text':
    'Yes, both. In Settings you can download your data and delete your account. You have 14 days to change your mind. Withdraw your points first.',
} as const

export const transparency = {
  'transparency.title': 'What we pay out',
  'transparency.description':
    'How much members were paid, how many, and how long it took: figures straight from our books.',
  'transparency.lead': 'Straight from our books, for everybody to see. Nothing here is estimated.',
  'transparency.paid': 'Paid out',
  'transparency.paidEver': 'Since the beginning',
  'transparency.paidLately': 'In the last 30 days',
  'transparency.membersPaid': 'Members paid',
  'transparency.paidText': 'What arrived with members: tax that had to be withheld is not counted.',
  'transparency.times': 'From request to payment',
  'transparency.median': 'Half are paid within',
  'transparency.p95': '95 of 100 are paid within',
  'transparency.notEnough': 'Not enough yet',
  'transparency.timesText':
    'Taken from {count, plural, =0 {no payment} one {the only payment} other {all # payments}} of the last 90 days.',
  'transparency.timesTooFew':
    'There {count, plural, =0 {was no payment} one {was one payment} other {were # payments}} in the last 90 days. A typical time is shown from five on.',
  'transparency.open': 'Waiting to be paid',
  'transparency.openText': 'Requests that are not paid yet, by how long they have waited.',
  'transparency.underOneDay': 'Less than a day',
  'transparency.oneToThreeDays': '1 to 3 days',
  'transparency.threeToSevenDays': '3 to 7 days',
  'transparency.overSevenDays': '7 days or more',
  'transparency.computed': 'Computed on {time}. Renewed every ten minutes.',
  'transparency.unknown': "The figures can't be shown just now. Try again in a minute.",
  'transparency.minutes': '{count, plural, one {# minute} other {# minutes}}',
  'transparency.hours': '{count, plural, one {# hour} other {# hours}}',
  'transparency.days': '{count, plural, one {# day} other {# days}}',
  'transparency.lessThanMinute': 'Less than a minute',
} as const
