import type { transparency as english } from '../en/transparency.ts'
import type { Translation } from '../translation.ts'

export const transparency: Translation<typeof english> = {
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
