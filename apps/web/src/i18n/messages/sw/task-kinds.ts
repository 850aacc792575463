import type { taskKinds as english } from '../en/task-kinds.ts'

export const taskKinds: Record<keyof typeof english, string> = {
  'activityKind.video': 'Video',
  'movement.video': 'Video: {title}',

  'activityKind.ad': 'Matangazo',
  'movement.ad': 'Tangazo: {title}',

  'activityKind.social': 'Kazi za mitandao',
  'movement.social': 'Kazi ya mitandao: {title}',
  'proven.social.lead': 'Ifanye, tuonyeshe, nasi tutaikagua. Pointi huja ikiidhinishwa.',
  'proven.social.emptyTitle': 'Hakuna kazi za mitandao kwa sasa',
  'proven.social.emptyText': 'Mpya huja kila wakati: angalia tena hivi karibuni.',
  'proven.social.lockedTitle': 'Kazi za mitandao huja na premium',
  'proven.social.lockedText':
    'Wanachama wa premium hupata pointi kwa kushiriki, kutoa maoni na kuwaambia marafiki.',

  'activityKind.micro-job': 'Kazi ndogo',
  'movement.micro-job': 'Kazi ndogo: {title}',
  'proven.micro-job.lead': 'Kazi fupi zilizo wazi kwa kila mtu. Mtu wetu hukagua unachowasilisha.',
  'proven.micro-job.emptyTitle': 'Hakuna kazi ndogo kwa sasa',
  'proven.micro-job.emptyText': 'Kukiwa na cha kufanya, kitaonekana hapa.',

  'activityKind.affiliate': 'Viungo vya washirika',
}
