import type { holds as english } from '../en/holds.ts'
import type { Translation } from '../translation.ts'

/** Pointi *zimeshikiliwa*; ombi la kutoa pesa *limesubirishwa*. */
export const holds: Translation<typeof english> = {
  'holds.title': 'Limesubirishwa',
  'holds.until': 'Hadi {when}, {left} zaidi.',
  'holds.open': 'Hadi jambo hili litatuliwe.',
  'holdReason.first-payout': 'Haya ni malipo yako ya kwanza, kwa hivyo timu yetu ina muda wa kuyakagua.',
  'holdReason.new-destination': 'Hakuna malipo yaliyowahi kwenda kwa nambari au akaunti hii.',
  'holdReason.credentials-changed': 'Nenosiri, passkey au kifaa cha akaunti yako kilibadilika hivi karibuni.',
  'holdReason.email-changed': 'Barua pepe ya akaunti yako ilibadilika hivi karibuni.',
  'holdReason.shared-destination': 'Tunahakikisha kwamba nambari au akaunti hii ni yako.',
  'holdReason.shared-mailbox': 'Tunahakikisha kwamba kila mtu ana akaunti moja.',
  'holdReason.survey-quality': 'Tunakagua majibu ya utafiti uliokupa pointi hizi.',
  'holdReason.unsettled-credits':
    'Linahitaji pointi tulizokupa kwa dai lako, na mshirika bado hajazithibitisha.',
  'holdReason.debt':
    'Mshirika alirudisha pointi ulizokuwa umeshatoa, kwa hivyo salio lako liko chini ya sifuri.',
  'holdReason.cluster': 'Tunahakikisha kwamba kila mtu ana akaunti moja.',
  'holdReason.restored':
    'Tumerejesha kumbukumbu zetu kutoka nakala rudufu, na tunakagua kama malipo haya yalishatumwa.',
  'holdReason.account-unreadable': 'Hatuwezi tena kusoma nambari ya akaunti yako. Hakuna kilicholipwa.',
  'holdEnds.first-payout': 'Litaendelea mapema timu yetu ikiidhinisha malipo.',
  'holdEnds.new-destination':
    'Hii inakulinda ikiwa mtu mwingine ametumia akaunti yako. Litaendelea mapema timu yetu ikimaliza kukagua.',
  'holdEnds.credentials-changed':
    'Hii inakulinda ikiwa si wewe uliyebadilisha: basi tuandikie. Litaendelea mapema timu yetu ikimaliza kukagua.',
  'holdEnds.email-changed':
    'Hii inakulinda ikiwa si wewe uliyeibadilisha: basi tuandikie. Litaendelea mapema timu yetu ikimaliza kukagua.',
  'holdEnds.shared-destination':
    'Litaendelea ukithibitisha kwa msimbo kwamba ni yako, au timu yetu ikimaliza kukagua.',
  'holdEnds.shared-mailbox': 'Litaendelea timu yetu ikimaliza kukagua.',
  'holdEnds.survey-quality': 'Litaendelea mapema timu yetu ikikubali majibu.',
  'holdEnds.unsettled-credits':
    'Litaendelea mapema mshirika akizithibitisha, ukipata pointi nyingine kama hizo, au timu yetu ikimaliza kukagua.',
  'holdEnds.debt': 'Litaendelea pointi mpya zikifikisha salio lako sifuri.',
  'holdEnds.cluster': 'Tutaamua ndani ya siku 7 tangu tulishikilie.',
  'holdEnds.restored': 'Litaendelea timu yetu ikimaliza kulinganisha na taarifa ya malipo.',
  'holdEnds.account-unreadable':
    'Futa ombi hili, kisha uombe upya. Ikiwa huwezi, timu yetu itakurudishia pointi.',
  'holdEnds.phone':
    'Akaunti nyingi zimetoka kwenye mtandao wako zikiwa na simu ya aina moja. Litaendelea mapema timu yetu ikimaliza kukagua.',
  'waitReason.held': 'Limesubirishwa kwa sababu iliyo hapa chini. Pointi zako zinabaki zako.',
  'nextStep.held': 'Litatumwa mara tu hakuna kinacholizuia tena.',
  'nextStep.heldUntil': 'Litatumwa {when} au baadaye.',
  'withdrawalLine.held': 'limesubirishwa',
}
