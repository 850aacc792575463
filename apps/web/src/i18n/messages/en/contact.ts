export const contact = {
  'contact.title': 'Contact us',
  'contact.description':
    'Write to our support team, or find the answer to the most common questions about points, payouts and premium.',
  'contact.lead': 'A question, a problem, an idea: a person of our team reads it and answers.',

  'contact.formTitle': 'Write to us',
  'contact.name': 'Name',
  'contact.email': 'Email',
  'contact.subject': 'Subject',
  'contact.message': 'Message',
  'contact.messageHint': 'Is it about a payout? Then its date and amount help us to find it.',
  'contact.shortName': 'Name must be at least 2 characters',
  'contact.badEmail': 'Please enter a valid email address',
  'contact.shortSubject': 'Subject must be at least 5 characters',
  'contact.shortMessage': 'Message must be at least 10 characters',
  'contact.submit': 'Send Message',
  'contact.sending': 'Sending...',
  'contact.sentTitle': 'Message Sent',
  'contact.sent': "Thank you for contacting us! We'll get back to you within 24 hours.",
  'contact.failedTitle': 'Error',
  'contact.failed': 'Failed to send message. Please try again later.',
  'contact.privacyNote': 'We use what you write here to answer you.',

  'contact.reachTitle': 'Reach us directly',
  'contact.supportEmail': 'Support email',
  'contact.phone': 'Phone',
  'contact.office': 'Office address',
  'contact.hoursTitle': 'Support hours',
  'contact.hoursLocal': 'In East Africa Time:',
  'contact.nextDay': '{hours} (next day)',
  'contact.hoursNote': 'You can write at any time. We answer within 24 hours.',
  'contact.faqCallTitle': 'In a hurry?',
  'contact.faqCallText': 'Your question may be answered already.',
  'contact.faqCall': 'Visit FAQ',

  'faq.title': 'Frequently asked questions',
  'faq.lead': 'Not among them? Write to us with the form below.',
  'faq.join': 'Does it cost anything to join?',
  'faq.join.text':
    'No. You never pay to join, and you never pay to be paid. Whoever asks you for money in our name is not one of us.',
  'faq.earn': 'How do I earn points?',
  'faq.earn.text':
    'You answer surveys. Each one says beforehand what it pays and about how long it takes, and its points are yours when your answers are complete. Your history shows every point with the reason for it.',
  'faq.value': 'What is a point worth?',
  'faq.value.text':
    '1 point is {kesPerPoint} when you withdraw it. The rate is fixed at the moment you ask for a withdrawal, so a later change does not touch it.',
  'faq.withdraw': 'When can I withdraw, and how?',
  'faq.withdraw.text':
    'As soon as you have {points, plural, one {# point} other {# points}} ({kes}). Open Withdraw, choose M-Pesa or a bank transfer and enter how many points you want to take out. They are set aside for you until the request is decided.',
  'faq.time': 'How long does a payout take?',
  'faq.time.text':
    'A request usually takes 3-5 business days from start to finish; once it is approved, the payment follows within 24-48 hours. The Withdraw page tells you at every step where your money is and what happens next.',
  'faq.rejected': 'What if my withdrawal is rejected?',
  'faq.rejected.text':
    'You read the reason on the Withdraw page, and all of its points go back to your balance. Once the reason is out of the way you can ask again.',
  'faq.premium': 'What is premium?',
  'faq.premium.text':
    'A monthly membership that adds videos, ads, a daily quiz, a daily spin and social tasks. You can cancel it at any time, and surveys stay free without it. If you want it, send us a message: a person of our team tells you the price and switches it on.',
  'faq.mail': 'The email with my link did not arrive. What now?',
  'faq.mail.text':
    'Look in your spam folder first. If it is not there either, open the Login page and sign in: you are offered a new link, and the newest one is the one that works.',
  'faq.account': 'Can I see and delete what you know about me?',
  'faq.account.text':
    'Yes, both. In Settings you can download your data and delete your account; you have 14 days to change your mind. Withdraw your points first.',
} as const
