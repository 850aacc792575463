/** About the thread between a client and our team. */
export const clients = {
  'clientComment.subject': 'New comment on “{title}”',
  'clientComment.team': 'Our team answered in the thread about “{title}”:',
  'clientComment.author': '{author} wrote about “{title}”:',
  'clientComment.action': 'Read and answer',
}
