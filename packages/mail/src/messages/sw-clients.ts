/** About the thread between a client and our team. */
export const clients = {
  'clientLink.subject': 'Kiungo chako cha tafiti za {organisation}',
  'clientLink.why':
    'Fungua kiungo hiki uone tafiti ambazo {organisation} iliagiza kwetu: maendeleo, matokeo na data.',
  'clientLink.action': 'Ona tafiti',
  'clientLink.expiry':
    'Kiungo kinafanya kazi {mostUses, plural, one {mara moja} other {mara #}}, kwa {days, plural, one {siku #} other {siku #}}. Usikitume kwa mtu mwingine: mwenye nacho anaona unachoona.',
  'clientComment.subject': 'Maoni mapya kuhusu “{title}”',
  'clientComment.team': 'Timu yetu imejibu kuhusu “{title}”:',
  'clientComment.author': '{author} ameandika kuhusu “{title}”:',
  'clientComment.action': 'Soma na ujibu',
}
