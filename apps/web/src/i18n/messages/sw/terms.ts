import type { terms as english } from '../en/terms.ts'
import type { Translation } from '../translation.ts'

export const terms: Translation<typeof english> = {
  'terms.title': 'Masharti ya matumizi',
  'terms.description':
    'Tunachoahidiana wewe na sisi: nani anaweza kujiunga, pointi zinavyokuwa pesa, kisichoruhusiwa, na jinsi ya kuondoka.',
  'terms.version': 'Toleo la {version}, lilichapishwa tarehe {day}',

  'terms.join': 'Nani anaweza kujiunga',
  'terms.join.text':
    'Lazima uwe na umri wa miaka 18 au zaidi. Mtu mmoja ana akaunti moja, kwa jina lake na barua pepe yake mwenyewe. Unathibitisha haya unapofungua akaunti.',
  'terms.account': 'Akaunti yako',
  'terms.account.text':
    'Usimpe mtu nenosiri lako. Kinachofanywa kwa akaunti yako huhesabiwa kuwa umekifanya wewe, hadi utuambie kwamba mtu mwingine anaitumia. Usiuze, usiazimishe wala usimpe mtu akaunti yako.',
  'terms.points': 'Kupata pointi',
  'terms.points.text':
    'Tunaonyesha malipo ya utafiti au kazi kabla hujaanza. Jibu kwa ukweli na mwenyewe: bila programu, bila majibu ya kunakili, bila kuficha mahali ulipo. Mshirika akionyesha kwamba majibu hayakuwa ya kweli, tunaweza kurudisha pointi zake, na tunakuambia sababu.',
  'terms.payouts': 'Pointi zinakuwa pesa',
  'terms.payouts.text':
    'Kiasi cha shilingi huamuliwa unapoomba kutoa pesa. Tunakilipa kwenye nambari yako ya M-Pesa au akaunti yako mwenyewe, kwa kawaida ndani ya siku tano za kazi, baada ya kukata kodi ambayo sheria inatutaka tukate. Ombi kubwa au lisilo la kawaida linaweza kukaguliwa kwanza. Pointi si pesa hadi zitolewe, na hazina riba.',
  'terms.premium': 'Premium',
  'terms.premium.text':
    'Premium ni hiari na hulipwa kabla. Unaweza kuisitisha wakati wowote, nayo itaendelea hadi muda uliolipia uishe.',
  'terms.fair': 'Kama kuna tatizo',
  'terms.fair.text':
    'Tukishuku udanganyifu, tunaweza kusimamisha malipo yako kwa muda au kusimamisha akaunti yako. Tunakueleza sababu kila mara, na unaweza kukata rufaa kwa mtu. Hatuchukui pointi bila kukuambia.',
  'terms.leave': 'Kuondoka',
  'terms.leave.text':
    'Unaweza kufuta akaunti yako kwenye Mipangilio wakati wowote. Toa pointi zako kwanza: zitakazobaki akaunti inapofutwa zitapotea. Tukifunga huduma, tutatangaza mapema ili uweze kutoa pesa zako.',
  'terms.liability': 'Tunachowajibika nacho',
  'terms.liability.text':
    'Tunawajibika kwa makosa yetu, na tunarudisha pointi ulizopoteza kwa sababu yake. Hatuwajibiki kwa tovuti ya mshirika, wala kwa kuchelewa kwa M-Pesa au benki, lakini tunakusaidia kulitatua. Hakuna kitu hapa kinachopunguza haki ambazo sheria ya Kenya inakupa kama mteja.',
  'terms.changes': 'Mabadiliko',
  'terms.changes.text':
    'Kila toleo lina nambari na tarehe. Tukichapisha jipya, tunakuonyesha kilichobadilika utakapofungua tovuti tena. Usipokubali, unaweza kutoa pointi zako na kufuta akaunti yako.',
  'terms.reach': 'Jinsi ya kutufikia',
  'terms.reach.text':
    'Sheria ya Kenya ndiyo inayotumika. Kitu kikienda vibaya, tuandikie kwanza: mengi hutatuliwa ndani ya siku moja.',
}
