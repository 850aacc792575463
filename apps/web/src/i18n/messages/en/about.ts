export const about = {
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
    'You see the same record that we see. Every point has its reason beside it, and when a payout cannot be made you read why.',
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
} as const
