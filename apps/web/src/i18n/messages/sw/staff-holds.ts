import type { staffHolds as english } from '../en/staff-holds.ts'
import type { Translation } from '../translation.ts'

export const staffHolds: Translation<typeof english> = {
  'staffHold.badge': 'Limesubirishwa',
  'staffHold.filter': 'Yaliyosubirishwa',
  'staffHold.since': 'tangu {since}',
  'staffHold.until': 'hadi {until}',
  'staffHold.first-payout': 'Malipo ya kwanza ya mwanachama',
  'staffHold.new-destination': 'Alilipwa kwingine hapo awali, hajawahi kulipwa hapa',
  'staffHold.credentials-changed': 'Njia ya kuingia ilibadilika hivi karibuni',
  'staffHold.email-changed': 'Barua pepe ilibadilika hivi karibuni',
  'staffHoldChange.password-changed': 'Nenosiri lilibadilishwa',
  'staffHoldChange.password-reset': 'Nenosiri liliwekwa upya',
  'staffHoldChange.new-device': 'Kifaa kipya kiliingia, na mahali hapa hapajawahi kulipwa',
  'staffHoldChange.passkey-added': 'Passkey iliongezwa',
  'staffHoldChange.passkey-removed': 'Passkey iliondolewa',
  'staffHoldChange.second-factor-on': 'Hatua ya pili iliwashwa',
  'staffHoldChange.second-factor-off': 'Hatua ya pili ilizimwa',
  'staffHoldChange.recovery-codes-renewed': 'Misimbo mipya ya dharura ilitengenezwa',
  'staffHoldChange.secured': 'Mwanachama alisema kwamba jambo fulani halikuwa lake',
  'staffHoldChange.email-changed': 'Barua pepe ilibadilishwa',
  'staffHoldChange.email-undone': 'Badiliko la barua pepe lilitenguliwa: mtu mwingine aliingia',
  'staffHold.shared-destination':
    '{accounts, plural, one {Akaunti nyingine # ilitaja mahali hapa, na hakuna aliyepathibitisha} other {Akaunti nyingine # zilitaja mahali hapa, na hakuna aliyepathibitisha}}',
  'staffHold.of-another':
    'Imethibitishwa kwamba mahali hapa ni pa mwanachama mwingine. Hakuna anayeweza kuliondoa',
  'staffHold.shared-mailbox':
    '{accounts, plural, one {Akaunti nyingine # inatumia sanduku hilo hilo la barua pepe} other {Akaunti nyingine # zinatumia sanduku hilo hilo la barua pepe}}',
  'staffHold.survey-quality':
    '{surveys, plural, one {Majibu ya utafiti # yana shaka} other {Majibu ya tafiti # yana shaka}}',
  'staffHold.unsettled-credits':
    '{points, plural, one {Pointi # ya dai lililokubaliwa ambayo mshirika hajaithibitisha} other {Pointi # za madai yaliyokubaliwa ambazo mshirika hajazithibitisha}}',
  'staffHold.debt':
    '{points, plural, one {Mwanachama ana deni la pointi #. Hakuna anayeweza kuliondoa} other {Mwanachama ana deni la pointi #. Hakuna anayeweza kuliondoa}}',
  'staffHold.cluster': 'Kundi la akaunti ambalo wafanyakazi wanalikagua',
  'staffHold.phone':
    'Akaunti {accounts}, mpya au zilizositishwa, zenye simu ya aina moja kwenye mtandao mmoja',
  'staffHold.restored':
    'Huenda lililipwa baada ya nakala rudufu iliyorejeshwa: linganisha na taarifa ya malipo',
  'staffHold.account-unreadable':
    'Nambari ya akaunti haisomeki, kwa sababu ufunguo wake umepotea. Kataa ombi ukitaja sababu hiyo: pointi zitarudi, na mwanachama ataweka akaunti tena. Hakuna anayeweza kuondoa sababu hii',
  'staffHold.lift': 'Ruhusu',
  'staffHold.liftOf': 'Ruhusu: {reason}',
  'staffHold.liftTitle': 'Ruhusu ombi la {name} liendelee',
  'staffHold.liftText':
    'Malipo hayasubiri tena sababu hii. Ikiwa yameidhinishwa na hakuna sababu nyingine, yanatumwa mara moja. Sababu yako inaandikwa kwenye kumbukumbu za ukaguzi.',
  'staffHold.lifted': 'Sababu ya kusubiri imeondolewa',
  'staffHold.failed': 'Hakuna kilichobadilishwa',
  'bulk.held': '{count, plural, one {# limesubirishwa.} other {# yamesubirishwa.}}',
  'bulkOutcome.held': 'Limesubirishwa: lifungue uone sababu',
  'paymentOutcome.held': 'Limesubirishwa: usililipe',
  'files.held':
    '{count, plural, one {Malipo # yaliyoidhinishwa yamesubirishwa. Ikiwa hulipwa kwa mkono, hayamo kwenye faili.} other {Malipo # yaliyoidhinishwa yamesubirishwa. Yanayolipwa kwa mkono hayamo kwenye faili.}}',
  'waiting.holds': 'Malipo yaliyoidhinishwa na kusubirishwa',
  'auditAction.withdrawal.hold-lifted': 'Aliruhusu ombi la kutoa pesa liendelee',
}
