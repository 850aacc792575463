import { PREMIUM_ADDS } from '@chuma/contract/tasks/premium-adds'
import type { contact as englishContact, transparency as englishTransparency } from '../en/contact.ts'

const adds = PREMIUM_ADDS.sw

export const contact: Record<keyof typeof englishContact, string> = {
  // Words that several pages share.
  'word.email': 'Barua pepe',
  'word.name': 'Jina',
  'word.sending': 'Inatuma...',
  'word.subject': 'Mada',

  'contact.title': 'Wasiliana nasi',
  'contact.description':
    'Andikia timu yetu ya huduma, au pata jibu la maswali ya kawaida kuhusu pointi, malipo na premium.',
  'contact.lead': 'Swali, tatizo, wazo: mtu wa timu yetu anasoma na kujibu.',

  'contact.formTitle': 'Tuandikie',
  'contact.message': 'Ujumbe',
  'contact.messageHint': 'Je, ni kuhusu malipo? Basi tarehe na kiasi chake vitatusaidia kuyapata.',
  'contact.shortName': 'Jina lazima liwe na angalau herufi 2',
  'contact.badEmail': 'Tafadhali weka barua pepe sahihi',
  'contact.shortSubject': 'Mada lazima iwe na angalau herufi 5',
  'contact.shortMessage': 'Ujumbe lazima uwe na angalau herufi 10',
  'contact.submit': 'Tuma ujumbe',
  'contact.sentTitle': 'Ujumbe umetumwa',
  'contact.sent': 'Asante kwa kuwasiliana nasi! Tutakujibu ndani ya saa 24.',
  'contact.failedTitle': 'Hitilafu',
  'contact.failed': 'Imeshindikana kutuma ujumbe. Tafadhali jaribu tena baadaye.',
  'contact.privacyNote': 'Tunatumia unachoandika hapa ili kukujibu.',
  'contact.withoutScript': 'Fomu hii inahitaji JavaScript. Badala yake, tuandikie kwa {email}.',

  'contact.reachTitle': 'Wasiliana nasi moja kwa moja',
  'contact.supportEmail': 'Barua pepe ya huduma',
  'contact.phone': 'Simu',
  'contact.office': 'Anwani ya ofisi',
  'contact.hoursTitle': 'Saa za huduma',
  'contact.hoursLocal': 'Kwa saa za Afrika Mashariki:',
  'contact.nextDay': '{hours} (siku inayofuata)',
  'contact.hoursNote': 'Unaweza kuandika wakati wowote. Tunajibu ndani ya saa 24.',
  'contact.faqCallTitle': 'Una haraka?',
  'contact.faqCallText': 'Huenda swali lako limeshajibiwa.',
  'contact.faqCall': 'Maswali ya kawaida',

  'faq.title': 'Maswali yanayoulizwa mara kwa mara',
  'faq.lead': 'Lako halimo? Tuandikie kwa fomu iliyo hapo chini.',
  'faq.join': 'Je, kujiunga kunagharimu chochote?',
  'faq.join.text':
    'Hapana. Hulipi ili kujiunga, na hulipi ili kulipwa. Yeyote anayekuomba pesa kwa jina letu si mmoja wetu.',
  'faq.earn': 'Ninapataje pointi?',
  'faq.earn.text':
    'Unajibu tafiti. Kila utafiti unaonyesha mapema unacholipa na muda utakaochukua, na pointi zake ni zako majibu yako yakikamilika. Historia yako inaonyesha kila pointi pamoja na sababu yake.',
  'faq.value': 'Pointi moja ina thamani gani?',
  'faq.value.text':
    'Pointi 1 ni {kesPerPoint} unapoitoa. Kiwango huwekwa wakati unapoomba kutoa pesa, kwa hivyo mabadiliko ya baadaye hayakigusi.',
  'faq.withdraw': 'Ninaweza kutoa pesa lini, na vipi?',
  'faq.withdraw.text':
    'Mara tu unapokuwa na {points, plural, one {pointi #} other {pointi #}} ({kes}). Fungua Toa pesa, chagua M-Pesa au benki na uweke pointi unazotaka kutoa. Zinatengwa kwa ajili yako hadi ombi liamuliwe.',
  'faq.time': 'Malipo huchukua muda gani?',
  'faq.time.text':
    'Kwa kawaida ombi huchukua siku 3-5 za kazi kutoka mwanzo hadi mwisho; likishaidhinishwa, malipo hufuata ndani ya saa 24-48. Ukurasa wa Toa pesa hukuambia kila hatua pesa zako ziko wapi na kinachofuata.',
  'faq.rejected': 'Je, ombi langu la kutoa pesa likikataliwa?',
  'faq.rejected.text':
    'Unasoma sababu kwenye ukurasa wa Toa pesa, na pointi zake zote zinarudi kwenye salio lako. Sababu ikishaondolewa unaweza kuomba tena.',
  'faq.premium': 'Premium ni nini?',
  'faq.premium.text': `Uanachama wa kila mwezi unaoongeza ${adds.some}. Unaweza kuusitisha wakati wowote, na tafiti hubaki bure bila huo. Ukiutaka, tutumie ujumbe: mtu wa timu yetu atakuambia bei na kuuwasha.`,
  'faq.mail': 'Barua pepe yenye kiungo changu haikufika. Nifanye nini?',
  'faq.mail.text':
    'Kwanza angalia folda yako ya taka (spam). Kama haiko huko pia, fungua ukurasa wa Ingia na uingie: utapewa nafasi ya kupata kiungo kipya, na kipya zaidi ndicho kinachofanya kazi.',
  'faq.account': 'Je, ninaweza kuona na kufuta mnachojua kunihusu?',
  'faq.account.text':
    'Ndiyo, vyote viwili. Kwenye Mipangilio unaweza kupakua data yako na kufuta akaunti yako; una siku 14 za kubadilisha uamuzi. Toa pointi zako kwanza.',
}

export const transparency: Record<keyof typeof englishTransparency, string> = {
  'transparency.title': 'Tunacholipa',
  'transparency.description':
    'Wanachama walilipwa kiasi gani, wangapi, na ilichukua muda gani: takwimu moja kwa moja kutoka vitabu vyetu vya hesabu.',
  'transparency.lead':
    'Moja kwa moja kutoka vitabu vyetu vya hesabu, ili kila mtu aone. Hakuna kilichokadiriwa hapa.',
  'transparency.paid': 'Imelipwa',
  'transparency.paidEver': 'Tangu mwanzo',
  'transparency.paidLately': 'Siku 30 zilizopita',
  'transparency.membersPaid': 'Wanachama waliolipwa',
  'transparency.paidText': 'Kilichowafikia wanachama: kodi iliyolazimika kuzuiwa haijahesabiwa.',
  'transparency.times': 'Kutoka ombi hadi malipo',
  'transparency.median': 'Nusu hulipwa ndani ya',
  'transparency.p95': '95 kati ya 100 hulipwa ndani ya',
  'transparency.notEnough': 'Bado hazitoshi',
  'transparency.timesText':
    'Imechukuliwa kutoka {count, plural, =0 {hakuna malipo} one {malipo pekee} other {malipo yote #}} ya siku 90 zilizopita.',
  'transparency.timesTooFew':
    '{count, plural, =0 {Hakukuwa na malipo} one {Kulikuwa na malipo moja} other {Kulikuwa na malipo #}} siku 90 zilizopita. Muda wa kawaida huonyeshwa kuanzia matano.',
  'transparency.open': 'Yanayosubiri kulipwa',
  'transparency.openText': 'Maombi ambayo bado hayajalipwa, kwa muda ambao yamesubiri.',
  'transparency.underOneDay': 'Chini ya siku moja',
  'transparency.oneToThreeDays': 'Siku 1 hadi 3',
  'transparency.threeToSevenDays': 'Siku 3 hadi 7',
  'transparency.overSevenDays': 'Siku 7 au zaidi',
  'transparency.computed': 'Ilikokotolewa {time}. Hufanywa upya kila dakika kumi.',
  'transparency.unknown': 'Takwimu haziwezi kuonyeshwa kwa sasa. Jaribu tena baada ya dakika moja.',
  'transparency.minutes': '{count, plural, one {dakika #} other {dakika #}}',
  'transparency.hours': '{count, plural, one {saa #} other {saa #}}',
  'transparency.days': '{count, plural, one {siku #} other {siku #}}',
  'transparency.lessThanMinute': 'Chini ya dakika moja',
}
