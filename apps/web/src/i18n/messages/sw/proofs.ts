import type { proofs as english } from '../en/proofs.ts'
import type { Translation } from '../translation.ts'

export const proofs: Translation<typeof english> = {
  'stepUp.title': 'Thibitisha kuwa ni wewe',
  'stepUp.code': 'Weka msimbo ili kuendelea; hutaulizwa tena kwa dakika 5.',
  'stepUp.password': 'Weka nenosiri lako ili kuendelea; hutaulizwa tena kwa dakika 5.',
  'stepUp.member':
    'Kurasa zako za usimamizi zinahitaji pia hatua yako ya pili. Zitauliza tena ukiwa mbali kwa dakika 30.',
  'stepUp.confirm': 'Thibitisha',
  'stepUp.cancelled': 'Hakuna kilichobadilishwa, kwa sababu hukuthibitisha.',
  'passkey.title': 'Passkey',
  'passkey.use': 'Tumia passkey',
  'passkey.notUsed': 'Hakuna passkey iliyotumika. Jaribu tena, au tumia msimbo.',
  'passkey.sectionTitle': 'Passkey zako',
  'passkey.why':
    'Thibitisha kwa alama ya kidole, uso au PIN badala ya msimbo. Passkey hufanya kazi kwenye tovuti hii pekee, kwa hiyo nakala ya kurasa zetu haiwezi kuiiba.',
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
}
