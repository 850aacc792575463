import type { pauses as english } from '../en/pauses.ts'
import type { Translation } from '../translation.ts'

export const pauses: Translation<typeof english> = {
  'pause.title': 'Malipo yako yamesitishwa kwa muda',
  'pause.since': 'Tangu {when}',
  'pause.reason': 'Sababu: {reason}',
  'pause.still':
    'Pointi zako zinabaki zako, na unaendelea kupata kama kawaida. Malipo yaliyoidhinishwa yanasubiri.',
  'pause.read': 'Soma zaidi na ukate rufaa',
  'pause.yourAppeal': 'Rufaa yako',
  'pause.ourAnswer': 'Jibu letu',
  'pause.waiting': 'Tumepokea rufaa yako. Mtu wetu anaisoma, na jibu litakuja hapa na kwa barua pepe.',

  'appeal.title': 'Hukubaliani?',
  'appeal.label': 'Tunapaswa kujua nini?',
  'appeal.hint':
    'Unaweza kuandika mara moja kuhusu usitishaji huu, kwa hivyo tuambie kila kitu muhimu. Herufi {count} kati ya {max}.',
  'appeal.tooShort': 'Tuambie kwa angalau herufi {min}.',
  'appeal.send': 'Tuma rufaa yangu',
  'appeal.sentTitle': 'Rufaa imetumwa',
  'appeal.sent': 'Tutaisoma na kujibu hapa na kwa barua pepe.',
  'appeal.failedTitle': 'Rufaa haijatumwa',
  'appeal.offline': 'Hatukuweza kufikia seva. Ulichoandika bado kipo hapa: tafadhali jaribu tena.',

  'reviewReason.new-number': 'Malipo ya kwanza kwa nambari hii ya M-Pesa',
  'reviewReason.new-bank-account': 'Malipo ya kwanza kwa akaunti hii ya benki',
  'reviewReason.new-paypal': 'Malipo ya kwanza kwa akaunti hii ya PayPal',
  'reviewReason.recently-changed-destination': 'Taarifa za malipo zilibadilika ndani ya siku tatu zilizopita',
  'reviewReason.many-accounts-on-device': 'Akaunti kadhaa zinatumika kwenye kifaa kimoja',
  'reviewReason.many-requests': 'Maombi kadhaa ya kutoa pesa ndani ya siku moja',
  'reviewReason.unusually-large': 'Kiasi kikubwa kuliko kawaida',
  'reviewReason.name-differs': 'Malipo ya mwisho yalifika kwenye akaunti ya jina jingine',
  'reviewReason.recent-reversal': 'Mshirika alichukua tena pointi ndani ya mwezi uliopita',
}
