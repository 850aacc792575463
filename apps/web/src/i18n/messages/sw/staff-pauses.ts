import type { staffPauses as english } from '../en/staff-pauses.ts'
import type { Translation } from '../translation.ts'

export const staffPauses: Translation<typeof english> = {
  'reviewReason.new-number': 'Malipo ya kwanza kwa nambari hii ya M-Pesa',
  'reviewReason.new-bank-account': 'Malipo ya kwanza kwa akaunti hii ya benki',
  'reviewReason.new-paypal': 'Malipo ya kwanza kwa akaunti hii ya PayPal',
  'reviewReason.recently-changed-destination': 'Taarifa za malipo zilibadilika ndani ya siku tatu zilizopita',
  'reviewReason.many-accounts-on-device': 'Akaunti kadhaa zinatumika kwenye kifaa kimoja',
  'reviewReason.many-requests': 'Maombi kadhaa ya kutoa pesa ndani ya siku moja',
  'reviewReason.unusually-large': 'Kiasi kikubwa kuliko kawaida',
  'reviewReason.name-differs': 'Malipo ya mwisho yalifika kwenye akaunti ya jina jingine',
  'reviewReason.recent-reversal': 'Mshirika alichukua tena pointi ndani ya mwezi uliopita',
  'risk.inReview': 'Linakaguliwa · {score}',
  'risk.low': 'Ndogo',
  'risk.lowScore': 'Ndogo · {score}',
  'risk.oneOfTwo': 'Idhini 1 kati ya 2',
  'risk.paused': 'Yamesitishwa',

  'risk.firstApproval': 'Limeidhinishwa na {name}. Msimamizi mwingine lazima athibitishe.',
  'risk.anAdmin': 'msimamizi',
  'risk.theSystem': 'mfumo',

  'pausing.paused': 'Malipo yamesitishwa',
  'pausing.pause': 'Sitisha malipo',
  'pausing.lift': 'Endeleza malipo',
  'pausing.pauseTitle': 'Sitisha malipo ya {name}',
  'pausing.pauseText':
    'Mwanachama hawezi kuomba kutoa pesa, na maombi yaliyoidhinishwa ambayo hayajatumwa yanasubiri. Salio na mapato yanabaki kama yalivyo. Sababu hutumwa kwa barua pepe, na mwanachama anaweza kukata rufaa.',
  'pausing.liftTitle': 'Endeleza malipo ya {name}',
  'pausing.liftText': 'Malipo yanayosubiri hutumwa mara moja. Sababu hutumwa kwa mwanachama kwa barua pepe.',
  'pausing.pausedDone': 'Malipo yamesitishwa',
  'pausing.liftedDone': 'Malipo yanaendelea',
  'pausing.failed': 'Hakuna kilichobadilishwa',

  'appeals.title': 'Rufaa zinazosubiri jibu',
  'appeals.paused': 'Yamesitishwa na {name}: {reason}',
  'appeals.answer': 'Jibu',
  'appeals.answerTitle': 'Mjibu {name}',
  'appeals.yourAnswer': 'Jibu lako',
  'appeals.answerHint': 'Mwanachama hulisoma hapa na kwa barua pepe. Rufaa hujibiwa mara moja.',
  'appeals.answerMissing': 'Tafadhali andika jibu',
  'appeals.keep': 'Dumisha usitishaji',
  'appeals.answered': 'Rufaa imejibiwa',
}
