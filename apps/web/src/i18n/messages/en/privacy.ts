export const privacy = {
  'privacy.title': 'Privacy Policy',
  'privacy.description':
    'What we store about you, why, who sees it, and how you download it or delete it. No cookies, nothing sold.',
  'privacy.updated': 'Last updated December 15, 2024',
  'privacy.contents': 'On this page',

  'privacy.shortTitle': 'In short',
  'privacy.short.names': 'Researchers get your answers, never your name.',
  'privacy.short.pay': 'Only the company that carries your payment gets your payout number.',
  'privacy.short.sell': 'We never sell personal data.',
  'privacy.short.cookies': 'We set no cookies, and we measure nothing before you agree.',
  'privacy.short.leave': 'You can download your data and delete your account yourself, in Settings.',

  'privacy.collect': 'What we collect',
  'privacy.collect.text':
    'You give us most of it yourself. We record the rest while you use the site. This is all of it:',
  'privacy.account': 'Your account',
  'privacy.account.text':
    'Your name, your email address, your country and your password. We keep only a hash of the password, from which nobody can work it out.',
  'privacy.surveys': 'Surveys',
  'privacy.surveys.text':
    'Your answers, and when you started and finished. Some questions are about you: your age group, household, work or habits, for example. You can leave a survey at any question. What you tell us under Profile is kept, with your consent to each answer, until it expires or you withdraw it. By some of it, such as your age group or county, answers to surveys are counted in groups. Partners get it only if you switch that on, and without your name.',
  'privacy.money': 'Points and payouts',
  'privacy.money.text':
    'Every change to your points and, when you withdraw, the M-Pesa number or bank account that the money goes to.',
  'privacy.support': 'Support',
  'privacy.support.text':
    'What you write in the contact form (name, email address, subject, message), with the network address and browser it came from.',
  'privacy.use': 'Use of the site',
  'privacy.use.text':
    'For each sign-in: its time, network address and browser, so that you can spot a stranger. Our server also keeps a technical log of requests, with network addresses, which we use to find faults and attacks. We count page views only after you agree, and only as a number per page and day, so nobody can tell who opened a page.',
  'privacy.newsletters': 'Newsletters and other email',
  'privacy.newsletters.text':
    'Which email you want from us, and a record of each one we sent: the address, the subject and whether it arrived. We send newsletters only to people who asked for them.',

  'privacy.purpose': 'What we use it for',
  'privacy.purpose.text':
    'We need some of this for our agreement with you, some is required by law, and some protects members and us from fraud. For anything else we ask you first, and you can withdraw your consent at any time.',
  'privacy.run': 'To run the platform',
  'privacy.run.text': 'Sign you in, keep your points safe and answer your messages.',
  'privacy.pay': 'To pay you for your answers',
  'privacy.pay.text': 'Credit the points you earn, and send the money when you withdraw.',
  'privacy.match': 'To show you surveys that suit you',
  'privacy.match.text': 'By country, for example: members in Kenya see surveys for Kenya.',
  'privacy.fraud': 'To prevent fraud',
  'privacy.fraud.text':
    'Notice when two accounts ask to be paid to one number, for example, or when someone guesses passwords.',
  'privacy.law': 'To comply with the law',
  'privacy.law.text': 'Keep accounts, pay taxes and follow lawful orders.',
  'privacy.usage': 'To see how the site is used',
  'privacy.usage.text': 'Which pages help and which do not, but only if you have agreed.',

  'privacy.sharing': 'Who else sees it',
  'privacy.sharing.text':
    'We never sell your personal data, for marketing or anything else. Outside our own team, these groups see part of it:',
  'privacy.researchers': 'Research partners and clients',
  'privacy.researchers.text':
    'They get survey answers without names, email addresses or phone numbers. When a survey runs on a partner’s own site, we give the partner a random click number that means nothing to anyone else.',
  'privacy.providers': 'Payment providers',
  'privacy.providers.text':
    'Safaricom for M-Pesa, or the bank: the number or account, its holder’s name where needed, and the amount.',
  'privacy.services': 'Service providers',
  'privacy.services.text':
    'The companies that run our servers and carry our email. They follow our instructions and may not use the data for anything else.',
  'privacy.authorities': 'Authorities',
  'privacy.authorities.text': 'When the law requires it, and only what it requires.',
  'privacy.transfer': 'A new owner',
  'privacy.transfer.text':
    'If the business is ever merged or sold, its accounts go with it, and this policy still applies to them. We would tell you first.',

  'privacy.security': 'How we protect it',
  'privacy.security.text': 'Your points are worth money, and your data belongs to you. We protect both.',
  'privacy.encryption': 'Encryption',
  'privacy.encryption.text':
    'Everything that travels between you and us is encrypted. Passwords and sign-in tokens are stored only as hashes.',
  'privacy.audits': 'Audits',
  'privacy.audits.text':
    'Every night we check that the record of all points adds up. When staff decide on a withdrawal, we record who decided, when and why.',
  'privacy.access': 'Access control',
  'privacy.access.text': 'Staff sign in separately from members. Each role can do only what it needs.',
  'privacy.training': 'Staff training',
  'privacy.training.text': 'Everyone who works with members’ data is trained to handle it.',
  'privacy.centres': 'Secure data centres',
  'privacy.centres.text':
    'Our servers are in data centres with guarded access. If your data is ever at risk despite all this, we tell you and the Data Commissioner without delay.',

  'privacy.rights': 'Your rights',
  'privacy.rights.text':
    'Kenya’s Data Protection Act gives you these rights, wherever you live. You can use most of them in Settings. For the others, write to us.',
  'privacy.see': 'Access',
  'privacy.see.text':
    'See what we hold about you. Your account shows it, and the download contains all of it.',
  'privacy.correct': 'Correction',
  'privacy.correct.text': 'Have wrong or outdated data corrected.',
  'privacy.port': 'Portability',
  'privacy.port.text': 'Take a copy with you, in a format other programs can read.',
  'privacy.optOut': 'Opting out of marketing',
  'privacy.optOut.text': 'Stop it at any time. This does not affect your account or your points.',
  'privacy.erase': 'Deletion',
  'privacy.erase.text':
    'Have data deleted that we no longer need. We delete your messages to support when you ask.',
  'privacy.leave': 'Deleting your account',
  'privacy.leave.text':
    'You can do this in Settings, and you have 14 days to change your mind. After that we erase everything that identifies you, including your survey answers and messages. The record of your points stays under a number that no longer leads to you, because the books have to add up. For 12 months we keep a coded trace of your mailbox and of proven payout destinations, so that rewards for new members are paid once. If the account owed us points, the same trace brings the debt to your next account.',
  'privacy.complain': 'Complaint',
  'privacy.complain.text':
    'If you think we got something wrong, tell us. You can also contact the Office of the Data Protection Commissioner in Nairobi.',

  'privacy.cookies': 'Cookies',
  'privacy.cookies.text':
    'There are none. Instead, your browser stores a few settings: that you are signed in, your answer about analytics, and how you like the site to look. Logging out removes the sign-in, and clearing this site’s data removes everything. We measure nothing until you agree, and you can change your answer in Settings.',

  'privacy.abroad': 'International transfers',
  'privacy.abroad.text':
    'Some of the companies that work for us keep data outside Kenya. We send them only what their work needs, and their contracts require them to protect it as Kenyan law does.',

  'privacy.minors': 'Not for under-18s',
  'privacy.minors.text':
    'You must be 18 or older to be a member. We do not knowingly keep data about anyone younger. If you think a child has signed up, tell us, and we will delete the account.',

  'privacy.changes': 'Changes to this policy',
  'privacy.changes.text':
    'When we change this page, we update the date at the top. If a change affects you, we tell you by email or on the site before it takes effect.',

  'privacy.reach': 'How to reach us',
  'privacy.reach.text':
    'To ask about your data or use one of your rights, write to us or call. {brand} is responsible for the data described on this page.',
  'privacy.form': 'Write to us with the contact form',
} as const
