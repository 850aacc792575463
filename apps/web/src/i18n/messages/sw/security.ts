import type { security as english } from '../en/security.ts'
import type { Translation } from '../translation.ts'

export const security: Translation<typeof english> = {
  'linkAsks.title': 'Endelea kama {email}?',
  'linkAsks.other': 'Mtu mwingine ameingia kwenye kivinjari hiki. Ukiendelea, atatolewa hapa.',
  'linkAsks.careful':
    'Endelea tu kama hii ni akaunti yako. Kwenye akaunti isiyo yako, unachopata na unachoandika ni vya mtu mwingine.',
  'linkAsks.continue': 'Endelea',
  'linkAsks.decline': 'Hapana, acha kila kitu kama kilivyo',
  'linkEntered.as': 'Umeingia kama {email}.',
  'linkEntered.notYou': 'Si wewe?',

  'notMe.title': 'Si mimi',
  'notMe.lead': 'Kwa akaunti ya {email}.',
  'notMe.what':
    'Kama hukufanya kilichoandikwa kwenye barua pepe, bonyeza kitufe. Haya yatafanyika papo hapo:',
  'notMe.undo-email': 'Akaunti yako itarudi kwenye barua pepe hii.',
  'notMe.cancel-email': 'Kubadilisha barua pepe yako kutazuiwa, au kutabatilishwa kama kumeshafanyika.',
  'notMe.sessions': 'Kila kifaa kitatolewa.',
  'notMe.password': 'Nenosiri lako litaondolewa, na utaweka jipya.',
  'notMe.added': 'Passkey na taarifa za malipo zilizoongezwa tangu hapo zitaondolewa.',
  'notMe.payouts': 'Tutakagua maombi yako ya kutoa pesa kabla ya kuyalipa.',
  'notMe.undo': 'Si mimi: rudisha',
  'notMe.submit': 'Si mimi',
  'notMe.wasMe': 'Ni mimi, usibadilishe chochote',
  'notMe.failedTitle': 'Hakuna kilichobadilika bado',
  'notMe.noLink': 'Fungua tena kiungo kilicho kwenye barua pepe. Kinafanya kazi mara moja, kwa siku 7.',
  'notMe.otherwise': 'Kama bado una wasiwasi na akaunti yako, weka nenosiri jipya, au tuandikie.',

  'secured.title.undo-email': 'Akaunti yako imerudi',
  'secured.title.cancel-email': 'Mabadiliko yamezuiwa',
  'secured.title.secure-account': 'Akaunti yako iko salama',
  'secured.lead': 'Akaunti yako iko kwenye {email}, na ni wewe tu unayeweza kuifungua.',
  'secured.sessions': 'Kila kifaa kingine kimetolewa, na nenosiri lako la zamani halifanyi kazi tena.',
  'secured.passkeys':
    '{count, plural, one {Passkey moja iliyoongezwa tangu hapo imeondolewa.} other {Passkey # zilizoongezwa tangu hapo zimeondolewa.}}',
  'secured.details': 'Taarifa za malipo zilizobadilishwa tangu hapo zimeondolewa.',
  'secured.deletion': 'Akaunti yako haitafutwa.',
  'secured.waiting': '{amount} ulizoomba kutoa hazijatumwa bado. Tutazikagua kabla ya kuzilipa.',
  'secured.sending':
    '{amount} ziko tayari kwa mtoa huduma wa malipo, na hatuwezi kuzizuia. Tuandikie kama hukuziomba.',
  'secured.paid': '{amount} zimelipwa tangu hapo. Tuandikie kama hukuziomba.',
  'secured.next':
    'Weka nenosiri jipya sasa. Unaweza kufanya hivyo kwa dakika 10; baada ya hapo, omba kiungo.',
  'secured.suspended': 'Akaunti yako bado imesimamishwa, kwa hiyo huwezi kuingia. Sababu: {reason}',

  'securityEvents.title': 'Matukio ya usalama ya karibuni',
  'securityEvents.lead':
    'Kama moja halikuwa lako, fungua kiungo kwenye barua pepe yake, au weka nenosiri jipya.',
  'securityEvents.none': 'Hakuna kilichobadilika tangu ujisajili.',
  'securityEvents.email-changed': 'Barua pepe imebadilishwa',
  'securityEvents.email-undone': 'Kubadilisha barua pepe kumebatilishwa',
  'securityEvents.password-changed': 'Nenosiri limebadilishwa',
  'securityEvents.password-reset': 'Nenosiri limewekwa upya kwa kiungo',
  'securityEvents.new-device': 'Kuingia kwa kifaa kipya',
  'securityEvents.passkey-added': 'Passkey imeongezwa',
  'securityEvents.passkey-removed': 'Passkey imeondolewa',
  'securityEvents.second-factor-on': 'Hatua ya pili imewashwa',
  'securityEvents.second-factor-off': 'Hatua ya pili imezimwa',
  'securityEvents.recovery-codes-renewed': 'Misimbo mipya ya dharura imetengenezwa',
  'securityEvents.secured': 'Akaunti imelindwa kwa “Si mimi”',
}
