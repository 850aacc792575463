import type { movements as english } from '../en/movements.ts'
import type { Translation } from '../translation.ts'

export const movements: Translation<typeof english> = {
  'movement.survey': 'Utafiti: {title}',
  'movement.screenOut': 'Utafiti haukulingana nawe: {title}',
  'movement.offer': 'Ofa: {title}',
  'movement.video': 'Video: {title}',
  'movement.ad': 'Tangazo: {title}',
  'movement.social': 'Kazi ya mitandao: {title}',
  'movement.microJob': 'Kazi ndogo: {title}',
  'movement.claim': 'Dai limekubaliwa: {title}',
  'movement.reversal': 'Imechukuliwa tena na mshirika wetu: {title}',
  'movement.quiz': 'Chemsha bongo: {correct} kati ya {total} ni sahihi',
  'movement.loginInARow': 'Kuingia kila siku, siku ya {days} mfululizo',
  'movement.login': 'Kuingia kila siku',
  'movement.spin': 'Gurudumu',
  'movement.referral': 'Rafiki uliyealika',
  'movement.correction': 'Imerekebishwa na wafanyakazi wetu',
  'movement.requested': 'Ombi la kutoa {kes}',
  'movement.cancelled': 'Ombi la kutoa {kes} limefutwa, pointi zimerudishwa',
  'movement.rejected': 'Ombi la kutoa {kes} limekataliwa, pointi zimerudishwa',
  'movement.paidTaxed': 'Ombi la kutoa {kes} limelipwa: kodi ya {tax} imezuiwa, {sent} zimetumwa',
  'movement.paid': 'Ombi la kutoa {kes} limelipwa',
  'movement.returned': 'Malipo ya {kes} yamerudi, pointi zimerudishwa',
  'movement.late': 'Ombi la kutoa {kes} lililipwa hatimaye, pointi zilizorudishwa zimechukuliwa tena',
  'movement.twice': '{kes} zilifika mara mbili, pointi za malipo ya pili zimechukuliwa',
  'movement.writtenOff': 'Deni limefutwa',
}
