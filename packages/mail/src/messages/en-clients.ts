/** To the people of clients. */
export const clients = {
  'clientLink.subject': 'Your link to the surveys of {organisation}',
  'clientLink.why':
    'Open this link to see the surveys that {organisation} commissioned from us: progress, results and data.',
  'clientLink.action': 'See the surveys',
  'clientLink.expiry':
    'The link works {mostUses, plural, one {# time} other {# times}}, for {days, plural, one {# day} other {# days}}. Do not share it: anyone who has it sees what you see.',
  'clientComment.subject': 'New comment on “{title}”',
  'clientComment.team': 'Our team answered in the thread about “{title}”:',
  'clientComment.author': '{author} wrote about “{title}”:',
  'clientComment.action': 'Read and answer',
}
