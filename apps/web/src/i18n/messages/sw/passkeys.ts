import type { passkeys as english } from '../en/passkeys.ts'
import type { Translation } from '../translation.ts'

export const passkeys: Translation<typeof english> = {
  'passkey.title': 'Passkey',
  'passkey.sectionTitle': 'Passkey zako',
  'passkey.add': 'Ongeza passkey',
  'passkey.name': 'Jina la passkey',
  'passkey.nameHint': 'Kwa mfano kifaa ilichomo.',
  'passkey.addedTitle': 'Passkey imeongezwa',
  'passkey.addedText': 'Unaweza kuitumia kuingia kuanzia sasa.',
  'passkey.since': 'Iliongezwa {day}',
  'passkey.lastUsed': 'ilitumika mwisho {when}',
  'passkey.neverUsed': 'haijatumika',
  'passkey.remove': 'Ondoa',
  'passkey.removeNamed': 'Ondoa: {name}',
  'passkey.removeTitle': 'Uondoe passkey hii?',
  'passkey.removeText': '“{name}” haitafungua tena akaunti hii.',
  'passkey.removedTitle': 'Passkey imeondolewa',
  'passkey.removed': '“{name}” haifungui tena akaunti hii.',
  'passkey.logIn': 'Ingia kwa passkey',
  'passkey.loginNotUsed': 'Hakuna passkey iliyotumika. Jaribu tena, au tumia nenosiri lako.',
  'passkey.notMade': 'Hakuna passkey iliyoongezwa. Huenda kifaa chako tayari kina moja.',
  'passkey.what':
    'Passkey hukuingiza kwa alama ya kidole, uso au PIN badala ya nenosiri lako, na hufanya kazi kwenye tovuti hii pekee.',
  'passkey.ofAdmin':
    'Passkey zako hukuingiza na ni hatua yako ya pili kama msimamizi, kwa hiyo ziko kwenye ukurasa wako wa usimamizi.',
  'passkey.toAdmin': 'Nenda kwenye akaunti yako ya usimamizi',
  'passkey.password': 'Nenosiri lako tena',
  'passkey.failedTitle': 'Passkey hazijabadilishwa',
}
