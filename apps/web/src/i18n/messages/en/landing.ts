export const landing = {
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
  'landing.why.clear.text':
    'Every point you gain or spend stands in your history, with the reason beside it.',
  'landing.why.mpesa.title': 'M-Pesa or bank',
  'landing.why.mpesa.text': 'Your points become Kenyan shillings at a rate that you know before you start.',
  'landing.why.free.title': 'Free, and it stays free',
  'landing.why.free.text':
    'You never pay to join, and never pay to be paid. Anyone who asks you to is not us.',
  'landing.why.fair.title': 'No silent refusals',
  'landing.why.fair.text': 'If a payout cannot be made, you read why, and your points come back to you.',

  'landing.finalTitle': 'Ready when you are',
  'landing.finalText': 'Your first survey can be done before your tea is cold.',
  'landing.finalAction': 'Create a free account',

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
} as const
