export const terms = {
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
