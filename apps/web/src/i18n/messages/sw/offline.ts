import type { offline as english } from '../en/offline.ts'
import type { Translation } from '../translation.ts'

export const offline: Translation<typeof english> = {
  'offline.title': 'Huna mtandao',
  'offline.unreachable': 'Hatupatikani kwa sasa',
  'offline.wallet': 'Pochi yako',
  'offline.asOf': 'Kufikia',
  'offline.mayHaveChanged': 'Huenda imebadilika tangu wakati huo.',
  'offline.money':
    'Hili linahitaji mtandao. Hakuna kinachotumwa, na hakuna kinachohifadhiwa ili kitumwe baadaye.',
  'offline.bar': 'Huna mtandao. Unachoona huenda kimebadilika.',
  'offline.barAsOf': 'Huna mtandao. Pointi zako ni za kufikia {time}.',
  'update.ready': 'Toleo jipya liko tayari',
  'update.reload': 'Pakia upya',
  'update.later': 'Baadaye',
  'install.title': 'Sakinisha programu',
  'install.text':
    'Inafunguka kutoka skrini ya mwanzo kama programu nyingine yoyote, na inaonyesha pochi yako bila mtandao. Inachukua nafasi ndogo kuliko picha.',
  'install.action': 'Sakinisha',
}
