/** What a member reads where they are asked about themselves. */
export const asking = {
  // Words that several pages share.
  'word.answer': 'Answer',
  'word.answerAgain': 'Answer again',
  'word.questions': 'Questions',

  'aboutYou.title': 'About you',
  'aboutYou.lead':
    'Tell us what you like about yourself, and get surveys that fit. You decide about every answer.',
  'aboutYou.groupsText': 'Each group pays once a year. “Prefer not to say” pays the same.',
  'aboutYou.group.about_you': 'You',
  'aboutYou.group.household': 'Your household',
  'aboutYou.group.work': 'Your work',
  'aboutYou.group.things': 'Things you use',
  'aboutYou.questionCount': '{count, plural, one {# question} other {# questions}}',
  'aboutYou.pays': '{points, plural, one {# point} other {# points}}',
  'aboutYou.paid': 'Paid this year',
  'aboutYou.close': 'Not now',
  'aboutYou.send': 'Save answers',
  'aboutYou.consent':
    'I agree that these answers are stored, used to choose surveys for me and, where “Why am I asked?” says so, to count survey answers by group and to appear with my answers in survey files, without my name. I can delete each answer at any time.',
  'aboutYou.consentMissing': 'Nothing is stored without your consent.',
  'aboutYou.answerMissing': 'Choose an answer, or “Prefer not to say”.',
  'aboutYou.preferNot': 'Prefer not to say',
  'aboutYou.choose': 'Choose …',
  'aboutYou.why': 'Why am I asked?',
  'aboutYou.kept':
    'Your answer counts for {months, plural, one {# month} other {# months}}. Then we ask again.',
  'aboutYou.counted':
    'Answers to surveys are counted by it too, in groups: “six in ten women said yes”. The client of a survey may get it with your answers, without your name.',
  'aboutYou.special': 'The law treats this as sensitive. It is used for nothing else.',
  'aboutYou.earnedTitle': 'Thank you',
  'aboutYou.earned': 'You earned {points, plural, one {# point} other {# points}}.',
  'aboutYou.saved': 'Your answers are saved.',
  'aboutYou.failed': 'We could not save this. Try again.',
  'aboutYou.list': 'Your profile',
  'aboutYou.listText': 'What you told us. We use an answer until it expires.',
  'aboutYou.listEmpty': 'You have not told us anything yet.',
  'aboutYou.until': 'Answered {day}. Counts until {until}.',
  'aboutYou.expired': 'Answered {day}. Expired {until}.',
  'aboutYou.change': 'Change',
  'aboutYou.changeOf': 'Change: {name}',
  'aboutYou.withdraw': 'Delete answer',
  'aboutYou.withdrawOf': 'Delete answer: {name}',
  'aboutYou.withdrawTitle': 'Delete this answer?',
  'aboutYou.withdrawText':
    'We delete it, and no survey is counted by it any more. You keep the points that it earned. Surveys that are chosen by it are no longer offered to you.',
  'aboutYou.withdrawn': 'We deleted your answer.',
  'aboutYou.sharing': 'Sharing with partners',
  'aboutYou.sharingText':
    'Partners can offer you more surveys when they know you better. They get the answers that count when you open one of their surveys, without your name. What they have received stays with them.',
  'aboutYou.sharingSwitch': 'Share my answers with partners',
  'aboutYou.sharedSince': 'On since {day}.',
  'aboutYou.linking': 'Studies in several rounds',
  'aboutYou.linkingText':
    'Some studies ask the same people again after months. If you agree, the client sees which answers are from the same person, by a code that is not your name; another client gets another code. What they have received stays with them.',
  'aboutYou.linkingSwitch': 'Link my answers in such studies',
  'aboutYou.questionConsent':
    'By saving you agree that we store this answer and use it for what “Why am I asked?” says. You can delete it at any time under Profile.',
  'aboutYou.save': 'Save answer',
  'aboutYou.dismiss': 'Do not ask me this',
} as const
