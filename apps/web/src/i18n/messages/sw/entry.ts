import type { entry as english } from '../en/entry.ts'

/** What every frame needs; loaded with the first script. */
export const entry: Record<keyof typeof english, string> = {
  // Words that several pages share.
  'word.dashboard': 'Dashibodi',
  'word.decline': 'Kataa',
  'word.logIn': 'Ingia',
  'word.login': 'Ingia',
  'word.profile': 'Wasifu',
  'word.settings': 'Mipangilio',
  'word.signUp': 'Jisajili',
  'word.surveys': 'Tafiti',
  'word.withdraw': 'Toa pesa',
  'word.yourAccount': 'Akaunti yako',

  'nav.skip': 'Ruka hadi kwenye maudhui',
  'nav.label': 'Menyu kuu',
  'nav.open': 'Fungua menyu',
  'nav.close': 'Funga menyu',
  'nav.home': 'Mwanzo',
  'nav.admin': 'Usimamizi',
  'nav.about': 'Kutuhusu',
  'nav.contact': 'Wasiliana nasi',
  'nav.privacy': 'Sera ya faragha',
  'nav.terms': 'Masharti ya matumizi',
  'nav.transparency': 'Tunacholipa',
  'nav.logout': 'Toka',
  'nav.user': 'Mtumiaji',
  'nav.adminBadge': 'Msimamizi',
  'nav.loadingUser': 'Akaunti yako inafunguliwa',

  'state.loading': 'Inapakia...',
  'state.signIn': 'Tafadhali ingia ili uendelee...',
  'state.failedTitle': 'Imeshindikana kupakia',
  'state.failedText': 'Angalia mtandao wako kisha ujaribu tena.',
  'state.oursText': 'Tatizo ni letu, si mtandao wako. Jaribu tena baada ya muda mfupi.',
  'state.retry': 'Jaribu tena',
  'state.printed': 'Imechapishwa {time}',

  'language.label': 'Lugha',
  'language.en': 'English',
  'language.sw': 'Kiswahili',

  'dialog.close': 'Funga',
  'dialog.cancel': 'Ghairi',

  'toast.area': 'Arifa (F8)',
  'toast.close': 'Funga arifa',

  'session.expiredTitle': 'Hujaingia',
  'session.expiredText': 'Umetolewa kwenye akaunti. Tunakupeleka kuingia tena...',
  'session.noToken': 'Hakuna tokeni ya kuingia',

  'amount.points': '{points, plural, one {pointi #} other {pointi #}}',

  'notFound.title': '404 Ukurasa haupatikani',
  'notFound.text': 'Hakuna kitu kwenye anwani hii. Huenda imeandikwa vibaya, au ukurasa umehamishwa.',
  'notFound.home': 'Nenda Mwanzo',

  'crash.title': 'Hitilafu imetokea',
  'crash.text': 'Ukurasa huu umepata tatizo. Pointi zako ziko salama kwetu; hakuna kilichopotea.',
  'crash.newer': 'Huenda toleo jipya limetoka. Pakia ukurasa upya ili ulipate: ulichopata kiko salama kwetu.',
  'crash.reload': 'Pakia ukurasa upya',

  'copy.action': 'Nakili',
  'copy.done': 'Imenakiliwa',
  'copy.failed': 'Haijanakiliwa: chagua maandishi uyanakili mwenyewe',
  'notice.title': 'Taarifa ya faragha',
  'notice.text':
    'Je, tunaweza kuhesabu kurasa zinazofunguliwa? Hakuna vidakuzi (cookies), hakuna chochote kukuhusu.',
  'notice.more': 'Maelezo zaidi',
  'notice.accept': 'Kubali takwimu',
  'notice.close': 'Funga na ukatae',

  'deletion.doneTitle': 'Akaunti yako imefungwa',
  'deletion.done': 'Itafutwa {day}. Ukibadilisha uamuzi wako, ingia kabla ya hapo na itabaki yako.',
}
