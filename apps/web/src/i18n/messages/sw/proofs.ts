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
  'passkey.use': 'Tumia passkey',
  'passkey.notUsed': 'Hakuna passkey iliyotumika. Jaribu tena, au tumia msimbo.',
  'passkey.why':
    'Thibitisha kwa alama ya kidole, uso au PIN badala ya msimbo. Passkey hufanya kazi kwenye tovuti hii pekee, kwa hiyo nakala ya kurasa zetu haiwezi kuiiba.',
}
