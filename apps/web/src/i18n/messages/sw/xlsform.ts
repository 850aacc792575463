import type { xlsform as english } from '../en/xlsform.ts'

export const xlsform: Record<keyof typeof english, string> = {
  'questionnaire.xlsformFailed': 'Hatukuweza kutumia XLSForm hii. Rasimu yako haijabadilika',
  'questionnaire.xlsformRead': 'Yanayobadilika kwenye XLSForm hii',
  'questionnaire.xlsformReadText':
    'Bado hakuna kilichoingizwa. Sharti lisiloweza kuingizwa linaachwa, kwa hivyo kila mtu anaulizwa swali lake.',
  'questionnaire.xlsformWritten': 'Yasiyo kwenye XLSForm',
  'questionnaire.xlsformWrittenText': 'Faili limepakuliwa. Haliwezi kubeba sehemu hizi za dodoso.',
  'questionnaire.xlsform.error': '{count, plural, one {Kosa # kwenye fomu} other {Makosa # kwenye fomu}}',
  'questionnaire.xlsform.left-out': '{count, plural, one {Sehemu # inaachwa} other {Sehemu # zinaachwa}}',
  'questionnaire.xlsform.changed':
    '{count, plural, one {Sehemu # inabadilika} other {Sehemu # zinabadilika}}',
  'questionnaire.xlsformCell': '{sheet}, mstari {row}, {column}:',
  'questionnaire.xlsformRow': '{sheet}, mstari {row}:',
  'questionnaire.takeRest': 'Chukua zilizobaki',
}
