/** About the thread between a client and our team. */
export const clients = {
  'clientComment.subject': 'Maoni mapya kuhusu “{title}”',
  'clientComment.team': 'Timu yetu imejibu kuhusu “{title}”:',
  'clientComment.author': '{author} ameandika kuhusu “{title}”:',
  'clientComment.action': 'Soma na ujibu',
}
