export const privacy = {
  'privacy.title': 'Privacy Policy',
  'privacy.description':
    'What we store about you, why, who sees it, and how you download it or delete it. No cookies, nothing sold.',
  'privacy.updated': 'Last updated December 15, 2024',
  'privacy.contents': 'On this page',

  'privacy.shortTitle': 'In short',
  'privacy.short.names': 'Researchers get your answers, never your name.',
  'privacy.short.pay': 'Your payout number goes to whoever carries your payment, and to nobody else.',
  'privacy.short.sell': 'We never sell personal data.',
  'privacy.short.cookies': 'We set no cookies, and we measure nothing before you agree to it.',
  'privacy.short.leave': 'You can download your data and delete your account yourself, in Settings.',

  'privacy.collect': 'What we collect',
  'privacy.collect.text':
    'Most of it you give us yourself. The rest is noted while you use the site, and this is all of it:',
  'privacy.account': 'Your account',
  'privacy.account.text':
    'Your name, your email address, your country and your password. The password is kept only as a hash, from which nobody can read it back.',
  'privacy.surveys': 'Surveys',
  'privacy.surveys.text':
    'Your answers, and when you began and finished. Some questions are about you: your age group, for example, or your household, your work or your habits. You can leave a survey at any question.',
  'privacy.money': 'Points and payouts',
  'privacy.money.text':
    'Each movement of your points and, when you withdraw, the M-Pesa number or the bank account that the money goes to.',
  'privacy.support': 'Support',
  'privacy.support.text':
    'What you write in the contact form (name, email address, subject, message), with the network address and the browser that it came from.',
  'privacy.use': 'Use of the site',
  'privacy.use.text':
    'For each sign-in its time, network address and browser, so that you can recognise a stranger. Our server also keeps a technical log of requests, with network addresses, by which we find faults and attacks. Page views are counted only after you have agreed, and then as a number for each page and day, from which nobody can tell who opened it.',
  'privacy.newsletters': 'Newsletters and other email',
  'privacy.newsletters.text':
    'Which email you want from us, and a note of each that we sent: the address, the subject and what became of it. A newsletter goes only to people who have asked for one.',

  'privacy.purpose': 'What we use it for',
  'privacy.purpose.text':
    'Some of this is needed for the agreement between you and us, some the law demands, and some protects members and us from fraud. For anything else we ask you first, and you can take your consent back at any time.',
  'privacy.run': 'To run the platform',
  'privacy.run.text': 'Sign you in, keep your points and answer you when you write to us.',
  'privacy.pay': 'To pay you for your answers',
  'privacy.pay.text': 'Credit the points that you earn, and send the money when you withdraw them.',
  'privacy.match': 'To show you surveys that fit',
  'privacy.match.text': 'By country, for one: a survey for Kenya is shown to members in Kenya.',
  'privacy.fraud': 'To prevent fraud',
  'privacy.fraud.text':
    'Notice, for example, when two accounts ask to be paid on one number, or when somebody tries passwords.',
  'privacy.law': 'To comply with the law',
  'privacy.law.text': 'Keep accounts, pay taxes and follow lawful orders.',
  'privacy.usage': 'To see how the site is used',
  'privacy.usage.text': 'Which pages help and which do not: if you have agreed to it, and not before.',

  'privacy.sharing': 'Who else sees it',
  'privacy.sharing.text':
    'We never sell your personal data, for marketing or for anything else. Beyond our own team, these see a part of it:',
  'privacy.researchers': 'Research partners and clients',
  'privacy.researchers.text':
    'They get survey answers without names, email addresses or phone numbers. When a survey takes place on a partner’s own site, the partner gets a random click number from us, which means nothing to anybody else.',
  'privacy.providers': 'Payment providers',
  'privacy.providers.text':
    'Safaricom, for M-Pesa, or the bank: the number or account, the name that belongs to it where one is needed, and the amount.',
  'privacy.services': 'Service providers',
  'privacy.services.text':
    'The companies that run our servers and carry our email. They work on our instructions and may use the data for nothing else.',
  'privacy.authorities': 'Authorities',
  'privacy.authorities.text': 'When the law obliges us, and then no more than it demands.',
  'privacy.transfer': 'A new owner',
  'privacy.transfer.text':
    'If the business is ever merged or sold, its accounts go with it and this policy goes on applying to them. You would be told beforehand.',

  'privacy.security': 'How we protect it',
  'privacy.security.text':
    'Your points are worth money, and what we know about you is yours. Both are guarded accordingly.',
  'privacy.encryption': 'Encryption',
  'privacy.encryption.text':
    'What travels between you and us is encrypted. Passwords and sign-in tokens are stored only as hashes.',
  'privacy.audits': 'Audits',
  'privacy.audits.text':
    'Every night the record of all points is checked against itself. When staff decide about a withdrawal, it is noted who did so, when and why.',
  'privacy.access': 'Access control',
  'privacy.access.text':
    'Staff sign in apart from members. Each of them may do what his or her role needs, and no more.',
  'privacy.training': 'Staff training',
  'privacy.training.text': 'Whoever works with members’ data has been trained to handle it.',
  'privacy.centres': 'Secure data centres',
  'privacy.centres.text':
    'Our servers stand in data centres with guarded access. Should your data ever be at risk in spite of all this, we tell you and the Data Commissioner without delay.',

  'privacy.rights': 'Your rights',
  'privacy.rights.text':
    'Kenya’s Data Protection Act gives you these rights, wherever you live. Most of them need no letter: you will find them in Settings. For the others, write to us.',
  'privacy.see': 'Access',
  'privacy.see.text': 'Know what we hold about you. Your account shows it, and the download has all of it.',
  'privacy.correct': 'Correction',
  'privacy.correct.text': 'Have put right what is wrong or out of date.',
  'privacy.port': 'Portability',
  'privacy.port.text': 'Take a copy with you, in a form that other programs can read.',
  'privacy.optOut': 'Opting out of marketing',
  'privacy.optOut.text': 'Stop it at any time. It changes nothing about your account or your points.',
  'privacy.erase': 'Deletion',
  'privacy.erase.text':
    'Have data deleted that we no longer need. A message to support is deleted when you ask for it.',
  'privacy.leave': 'Deleting your account',
  'privacy.leave.text':
    'You do that in Settings, and have 14 days to change your mind. Then everything that names you is erased, with your survey answers and your messages to us. The movements of your points stay under a number that no longer leads to you, because the books have to add up.',
  'privacy.complain': 'Complaint',
  'privacy.complain.text':
    'If you think that we have got it wrong, tell us. You can also turn to the Office of the Data Protection Commissioner in Nairobi.',

  'privacy.cookies': 'Cookies',
  'privacy.cookies.text':
    'There are none. Your own browser keeps a few notes for us instead: that you are signed in, what you have said about analytics, how you like the site to look. Logging out removes the sign-in, and clearing the data of this site removes them all. Nothing is measured until you agree, and you can change that answer in Settings.',

  'privacy.abroad': 'International transfers',
  'privacy.abroad.text':
    'Some of the companies that work for us keep data outside Kenya. We send them only what their work needs, and their contracts bind them to protect it as Kenyan law would have it protected.',

  'privacy.minors': 'Not for under-18s',
  'privacy.minors.text':
    'You have to be 18 or older to be a member. We do not knowingly keep data about anybody younger. If you believe that a child has signed up, tell us, and we delete the account.',

  'privacy.changes': 'Changes to this policy',
  'privacy.changes.text':
    'When we change this page, we change the date at its top. If a change matters to you, you hear of it by email or on the site before it takes effect.',

  'privacy.reach': 'How to reach us',
  'privacy.reach.text':
    'For a question about your data, or to use one of your rights, write to us or call. {brand} is responsible for the data that this page speaks of.',
  'privacy.form': 'Write to us with the contact form',
} as const
