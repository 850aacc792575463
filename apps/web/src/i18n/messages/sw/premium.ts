import type { premium as english } from '../en/premium.ts'

/** The premium dialog. */
export const premium: Record<keyof typeof english, string> = {
  'upgrade.title': 'Pata premium',
  'upgrade.price': '{kes} kwa mwezi',
  'upgrade.cancel': 'Sitisha wakati wowote.',
  'upgrade.includes': 'Kinachofunguliwa na premium',
  'upgrade.videos': 'Video na matangazo yanayolipa, kila siku',
  'upgrade.games': 'Mzunguko mmoja wa gurudumu na chemsha bongo, kila siku',
  'upgrade.surveysStay': 'Tafiti na kazi ndogo hubaki bure, uwe na premium au usiwe nayo.',
  'upgrade.how':
    'Ili kupata premium, tafadhali wasiliana na msimamizi: tuandikie kwenye ukurasa wa mawasiliano na utaje barua pepe ya akaunti yako.',
  'upgrade.contact': 'Nenda kwenye ukurasa wa mawasiliano',

  'payPremium.number': 'Nambari ya M-Pesa',
  'payPremium.months': 'Kwa muda gani',
  'payPremium.option': '{months, plural, one {Mwezi #} other {Miezi #}}: {kes}',
  'payPremium.pay': 'Lipa {kes} kwa M-Pesa',
  'payPremium.how':
    'Simu yako itakuuliza PIN yako ya M-Pesa. Iweke huko na si kwingine popote. Premium haijirudii kiotomatiki. Unaweza pia kuwasiliana na msimamizi ili kuipata.',
  'payPremium.sendingTitle': 'Ombi linatumwa',
  'payPremium.sendingText': 'M-Pesa inakaribia kuomba {kes} kwenye {number}.',
  'payPremium.lookTitle': 'Angalia simu yako',
  'payPremium.lookText':
    'M-Pesa inaomba {kes} kwenye {number}. Weka PIN yako huko. Unaweza kufunga ukurasa huu: premium itafunguka mara tu malipo yatakapothibitishwa.',
  'payPremium.doneTitle': 'Karibu kwenye premium',
  'payPremium.doneText': 'Malipo yako yamethibitishwa. Premium ni yako hadi {day}.',
  'payPremium.close': 'Anza kupata pointi',
  'payPremium.reviewTitle': 'Tunachunguza malipo yako',
  'payPremium.reviewText':
    'Taarifa tulizopata kutoka M-Pesa hazilingani, kwa hivyo mtu wetu anazikagua. Tafadhali usilipe tena. Tutakuandikia.',
  'payPremium.expiredTitle': 'Simu yako haikujibu',
  'payPremium.expiredText':
    'Muda wa ombi umeisha. Kama ulilipa, premium itafunguka yenyewe M-Pesa ikithibitisha. La sivyo, omba tena.',
  'payPremium.failedTitle': 'Haijalipwa',
  'payPremium.failedText': 'M-Pesa haikupokea malipo. Hakuna kilichotozwa.',
  'payPremium.problem.1': 'Pesa kwenye akaunti hii ya M-Pesa hazitoshi.',
  'payPremium.problem.4': 'Malipo haya yangepita kikomo cha M-Pesa cha siku.',
  'payPremium.problem.17':
    'Nambari hii iliombwa kiasi hicho hicho chini ya dakika mbili zilizopita. Subiri kidogo, kisha ujaribu tena.',
  'payPremium.problem.1001': 'Simu inatumika kwa shughuli nyingine ya M-Pesa.',
  'payPremium.problem.1019': 'PIN haikuwekwa kwa wakati.',
  'payPremium.problem.1025': 'M-Pesa haikuweza kufikia simu.',
  'payPremium.problem.1032': 'Ombi lilighairiwa kwenye simu.',
  'payPremium.problem.1037': 'Simu haikupatikana, au hakuna aliyejibu.',
  'payPremium.problem.2001': 'PIN ya M-Pesa si sahihi.',
  'payPremium.problem.8006': 'PIN ya M-Pesa imefungwa.',
  'payPremium.problem.9999': 'M-Pesa haikuweza kufikia simu.',
  'payPremium.notAskedTitle': 'Hatukuweza kufikia simu yako',
}
