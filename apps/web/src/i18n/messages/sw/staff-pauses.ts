import type { staffPauses as english } from '../en/staff-pauses.ts'
import type { Translation } from '../translation.ts'

export const staffPauses: Translation<typeof english> = {
  'risk.inReview': 'Hatari kubwa · {score}',
  'risk.low': 'Hatari ndogo',
  'risk.lowScore': 'Hatari ndogo · {score}',
  'risk.oneOfTwo': 'Idhini 1 kati ya 2',
  'risk.paused': 'Yamesitishwa',

  'risk.firstApproval': 'Limeidhinishwa na {name}. Mtu wa pili anaamua kwa kubonyeza Idhinisha.',
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
