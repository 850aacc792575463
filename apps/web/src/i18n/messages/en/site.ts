export const site = {
  'about.title': 'About us',
  'about.description':
    'Who we are: paid surveys for people in Kenya, with a record of every point and a reason for every payout.',
  'about.lead': 'Paid surveys, with nothing hidden between the answer and the money.',

  'about.missionTitle': 'Our mission',
  'about.mission':
    'To pay people fairly for what they know, and to show them every step from the answer to the money.',

  'about.storyTitle': 'Our story',
  'about.founded': 'Founded in {year}.',
  'about.story.start':
    '{brand} began with a complaint that we kept hearing. People gave long surveys their honest answers; then the points went missing, or the payout never came, and nobody could say why.',
  'about.story.books':
    'So we started with the books. Before we asked anybody for an opinion, we built a record of points that can be added to and never rewritten. Its owner can read it line by line: what came in, what went out, and for what reason.',
  'about.story.today':
    'Surveys came after that, then payouts to M-Pesa and to banks. Today people answer on the bus, in a queue or after supper. They know the reward before they begin, and they can watch their money until it arrives.',

  'about.figures': 'In figures',
  'about.figure.users': 'Members',
  'about.figure.countries': 'Countries',
  'about.figure.paidOut': 'Paid out',
  'about.figure.rating': 'Member rating, out of 5',

  'about.valuesTitle': 'Our values',
  'about.value.transparency.title': 'Transparency',
  'about.value.transparency.text':
    'You see the same record that we see. Every point has its reason, and when a payout cannot be made you read why.',
  'about.value.trust.title': 'Trust',
  'about.value.trust.text':
    'Joining is free, and being paid is free. What you tell a survey reaches researchers without your name.',
  'about.value.impact.title': 'Global Impact',
  'about.value.impact.text':
    'An answer from Kitui or Kisumu can change what is built on the other side of the world. It should be heard, and it should be paid for.',

  'about.questionsTitle': 'Is there something you would like to know?',
  'about.questionsText': 'Ask us. A person reads every message and answers it.',
  'about.contact': 'Contact us',
  'about.join': 'Create a free account',
  'landing.title': 'Paid surveys in Kenya',
  'landing.description':
    'Answer surveys on your phone, collect points and withdraw them to M-Pesa or your bank. Joining is free.',

  'landing.heroTitle': 'Your opinion is worth real shillings',
  'landing.heroText':
    'Answer surveys on your phone, watch your points add up, and send them to M-Pesa or your bank. Joining costs nothing.',
  'landing.start': 'Start Earning Now',
  'landing.how': 'How It Works',

  'landing.promise': 'M-Pesa or bank · Free to join · A receipt for every payout',

  'landing.sampleTitle': "Today's Earnings",
  'landing.sampleTag': 'Example',
  'landing.sampleTotal': 'Total',
  'landing.sample.shopping': 'Shopping habits survey',
  'landing.sample.transport': 'Getting to work survey',
  'landing.sample.banking': 'Mobile banking survey',

  'landing.figures': 'In figures',
  'landing.sampleFigure': 'Sample',
  'landing.sampleFigures': 'Sample figures',
  'landing.actual': 'See actual payouts',
  'landing.figure.members': 'Active users',
  'landing.figure.paidOut': 'Paid out',
  'landing.figure.success': 'Success rate',
  'landing.figure.support': 'Support',

  'landing.stepsTitle': 'From sign-up to payout in three steps',
  'landing.step.join.title': 'Sign Up Free',
  'landing.step.join.text': 'Name, e-mail, password. Open the link we send you and your account is ready.',
  'landing.step.earn.title': 'Complete Tasks',
  'landing.step.earn.text':
    'Start with surveys. Each task says beforehand how long it takes and what it pays. Pick the ones you like.',
  'landing.step.paid.title': 'Get Paid Instantly',
  'landing.step.paid.text':
    'Ask for your money when you want it, and follow it until it arrives on your phone.',

  'landing.whyTitle': 'Why members choose {brand}',
  'landing.why.clear.title': 'You see what you earn',
  'landing.why.clear.text': 'Every point you gain or spend is in your history, with its reason.',
  'landing.why.mpesa.title': 'M-Pesa or bank',
  'landing.why.mpesa.text': 'Your points become Kenyan shillings at a rate that you know before you start.',
  'landing.why.free.title': 'Free, and it stays free',
  'landing.why.free.text':
    'You never pay to join, and never pay to be paid. Anyone who asks you to is not us.',
  'landing.why.fair.title': 'No silent refusals',
  'landing.why.fair.text': 'If a payout cannot be made, you read why, and your points come back to you.',

  'landing.finalTitle': 'Ready when you are',
  'landing.finalText': 'Your first survey can be done before your tea is cold.',

  'landing.footerText': 'Paid surveys, in Kenyan shillings.',
  'landing.footerNav': 'Footer',
  'landing.footerPlatform': 'Platform',
  'landing.footerCompany': 'Company',
  'landing.footerLegal': 'Legal',

  'landing.methodsTitle': 'Six ways to earn',
  'landing.points': '{points} points',
  'landing.free': 'Free',
  'landing.premium': 'Premium',
  'landing.method.surveys.title': 'Paid surveys',
  'landing.method.surveys.reward': '{reward} each',
  'landing.method.surveys.text': 'Say what you think of what you buy, watch and use. Open to every member.',
  'landing.method.videos.title': 'Videos',
  'landing.method.videos.reward': '{reward} each',
  'landing.method.videos.text': 'Watch a short clip to its end, then collect what it pays.',
  'landing.method.quiz.title': 'Daily quiz',
  'landing.method.quiz.reward': '{reward} a correct answer',
  'landing.method.quiz.text': 'Five questions a day. You see the right answers afterwards.',
  'landing.method.wheel.title': 'Spin wheel',
  'landing.method.wheel.reward': 'Up to {reward}',
  'landing.method.wheel.text': 'One turn a day, drawn by our server and written into your history.',
  'landing.method.social.title': 'Social tasks',
  'landing.method.social.reward': '{reward} each',
  'landing.method.social.text': 'Follow or share, send the link, and a person looks at it.',
  'landing.method.ads.title': 'Ads',
  'landing.method.ads.reward': '{reward} each',
  'landing.method.ads.text': 'Visit an offer for as long as it asks. The time left is shown.',
  'landing.monthly': 'Members of every kind earn {earnings} a month.',
  'landing.quick': 'Signing up takes under 2 minutes and costs no fees.',

  'landing.storiesTitle': 'Success stories',
  'landing.carousel': 'carousel',
  'landing.storyOf': 'Story of {name}',
  'landing.storyRating': '{rating} of 5 stars',
  'landing.storyEarned': '{earnings} a month',
  'landing.story.nairobi':
    'I do a survey on the matatu in the morning and another on the way home. The money reaches my M-Pesa and I can see why it is that much.',
  'landing.story.kisumu':
    'One payout was sent back because I had mistyped my number. It said so, my points were there again, and the next day it went through.',
  'landing.story.mombasa':
    'The quiz and the wheel are my coffee break. What I like best is the list of every point I ever got.',

  'landing.share': 'Tell your friends',
  'landing.shareOn': 'Share on {place}',
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
  'terms.title': 'Terms of Use',
  'terms.description':
    'What you and we promise each other: who can join, how points become money, what is not allowed, and how it ends.',
  'terms.version': 'Version {version}, published on {day}',

  'terms.join': 'Who can join',
  'terms.join.text':
    'You must be 18 or older. One person has one account, in their own name and with their own email address. By creating an account you confirm this.',
  'terms.account': 'Your account',
  'terms.account.text':
    'Keep your password to yourself. What is done with your account counts as done by you until you tell us that someone else is using it. Do not sell, lend or give away your account.',
  'terms.points': 'Earning points',
  'terms.points.text':
    'We show what a survey or task pays before you start it. Answer honestly and on your own: no programs, no copied answers, no hidden location. When a partner shows that answers were not genuine, we can take back the points for them, and we tell you why.',
  'terms.payouts': 'Points become money',
  'terms.payouts.text':
    'The amount in shillings is fixed when you request a withdrawal. We pay it to your own M-Pesa number or account, usually within five business days, less any tax that the law makes us withhold. A larger or unusual request may be reviewed first. Points are not money until they are withdrawn, and they earn no interest.',
  'terms.premium': 'Premium',
  'terms.premium.text':
    'Premium is optional and paid in advance. You can stop it at any time, and it then lasts until the time you paid for is over.',
  'terms.fair': 'If something is not right',
  'terms.fair.text':
    'If we suspect cheating, we can pause your payouts or suspend your account. We always give you the reason, and you can appeal to a person. We do not take points without saying so.',
  'terms.leave': 'Leaving',
  'terms.leave.text':
    'You can delete your account in Settings at any time. Withdraw your points first: those that are left when the account is deleted are lost. If we ever close the service, we announce it in time for you to withdraw.',
  'terms.liability': 'What we answer for',
  'terms.liability.text':
    'We answer for our own mistakes, and we repay points that you lost through them. We do not answer for a partner’s site, or for a delay at M-Pesa or a bank, but we help you to sort it out. Nothing here limits the rights that Kenyan law gives you as a consumer.',
  'terms.changes': 'Changes',
  'terms.changes.text':
    'Each version has a number and a date. When we publish a new one we show you what changed when you next open the site. If you do not agree, you can withdraw your points and delete your account.',
  'terms.reach': 'How to reach us',
  'terms.reach.text':
    'Kenyan law applies. Write to us first if something goes wrong: most things are settled within a day.',
} as const
