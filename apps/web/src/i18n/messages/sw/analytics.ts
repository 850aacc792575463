import type { analytics as english } from '../en/analytics.ts'
import type { Translation } from '../translation.ts'

export const analytics: Translation<typeof english> = {
  'analytics.title': 'Dashibodi ya takwimu',
  'analytics.deniedTitle': 'Hakuna ruhusa',
  'analytics.denied': 'Ruhusa ya msimamizi inahitajika.',
  'analytics.loading': '...',
  'analytics.cards': 'Takwimu za wakati wote',
  'analytics.pageViews': 'Kurasa zilizofunguliwa',
  'analytics.surveyClicks': 'Mibofyo ya tafiti',
  'analytics.affiliateClicks': 'Mibofyo ya washirika',
  'analytics.activeUsers': 'Watumiaji hai',
  'analytics.recentSurveyClicks': 'Mibofyo ya tafiti ya karibuni',
  'analytics.noSurveyClicks': 'Bado hakuna mibofyo ya tafiti.',
  'analytics.recentAffiliateClicks': 'Mibofyo ya washirika ya karibuni',
  'analytics.noAffiliateClicks': 'Bado hakuna mibofyo ya washirika.',

  'analytics.serviceTitle': 'Hakuna huduma ya nje ya takwimu iliyounganishwa',
  'analytics.service':
    'Huduma kama hiyo ingekuwa ya hiari, na imezimwa kwa chaguomsingi. Tovuti hii huhesabu takwimu hizi yenyewe na haizishiriki na mtu yeyote.',
  'analytics.featuresTitle': 'Kinachotolewa na huduma ya takwimu, na jinsi tunavyofanya sisi',
  'analytics.features': 'Mambo sita ambayo watu hutarajia kutoka kwa huduma ya takwimu.',
  'analytics.feature.pageViews': 'Kurasa zilizofunguliwa',
  'analytics.feature.pageViewsText':
    'Huhesabiwa kwa siku na ukurasa, kwa wageni na wanachama waliokubali takwimu.',
  'analytics.feature.signup': 'Mtiririko wa kujisajili',
  'analytics.feature.signupText':
    'Mara ambazo kurasa za kujisajili hufunguliwa, kando ya wanachama waliojiunga kila siku.',
  'analytics.feature.surveys': 'Ushiriki katika tafiti',
  'analytics.feature.surveysText':
    'Kwa kila utafiti: mibofyo, walioanza, waliokamilisha na waliowekewa pointi.',
  'analytics.feature.affiliates': 'Utendaji wa washirika',
  'analytics.feature.affiliatesText':
    'Mibofyo kwenye viungo vya washirika, na pointi zilizolipwa na ofa zao.',
  'analytics.feature.privacy': 'Utiifu wa faragha',
  'analytics.feature.privacyText':
    'Hakuna vidakuzi, hakuna anwani za IP, hakuna taarifa za mtu binafsi. Hakuna kinachohesabiwa kabla ya ridhaa, na kukataa kunasimamisha mara moja.',
  'analytics.feature.realTime': 'Ripoti za papo hapo',
  'analytics.feature.realTimeText':
    'Siku zilizopita huhifadhiwa; leo huhesabiwa upya kila unapofungua ukurasa huu.',

  'analytics.figures': 'Biashara kwa siku',
  'analytics.lastDays': 'Siku {days}',
  'analytics.days': 'Kipindi',
  'analytics.tooLong': 'Chagua siku zisizozidi 366',
  'analytics.previousMonth': 'Mwezi uliopita',
  'analytics.nextMonth': 'Mwezi ujao',
  'analytics.previousYear': 'Mwaka uliopita',
  'analytics.nextYear': 'Mwaka ujao',
  'analytics.chooseMonth': 'Chagua mwezi',
  'analytics.chooseYear': 'Chagua mwaka',
  'analytics.asTable': 'Onyesha kama jedwali',
  'analytics.asChart': 'Onyesha kama chati',
  'analytics.tableOf': '{title}, kama jedwali',
  'analytics.download': 'Pakua kama CSV',
  'analytics.day': 'Siku',
  'analytics.total': 'Jumla',

  'analytics.signUps': 'Waliojisajili',
  'analytics.signUpsTitle': 'Waliojisajili',
  'analytics.signUpsText': 'Akaunti zilizofunguliwa kila siku, kwa saa za Nairobi.',
  'analytics.activeMembers': 'Wanachama hai',
  'analytics.activeMembersTitle': 'Wanachama hai',
  'analytics.activeMembersText': 'Wanachama waliopata pointi au kuomba kutoa pesa siku hiyo.',
  'analytics.pageViewsTitle': 'Kurasa zilizofunguliwa kwa siku',
  'analytics.pageViewsText': 'Kurasa zilizofunguliwa na watu waliokubali takwimu.',
  'analytics.earnedTitle': 'Pointi zilizopatikana, kwa njia',
  'analytics.earnedText':
    'Pointi zilizorudishwa na mshirika huhesabiwa chini ya sifuri, siku aliyozirudisha.',
  'analytics.payoutsTitle': 'Malipo',
  'analytics.payoutsText':
    'Maombi ya kutoa pesa yaliyolipwa, na kiasi walichotumiwa wanachama baada ya kodi.',
  'analytics.paidCount': 'Maombi yaliyolipwa',
  'analytics.paidKes': 'Imelipwa kwa KES',
  'analytics.owedTitle': 'Deni',
  'analytics.owedText':
    'Pointi zote walizokuwa nazo wanachama mwisho wa kila siku, kwa kiwango cha siku hiyo.',
  'analytics.owedPoints': 'Pointi zinazodaiwa',
  'analytics.owedKes': 'Deni kwa KES',

  'analytics.funnelTitle': 'Hatua za utafiti',
  'analytics.funnelText':
    'Watu wangapi walifikia kila hatua katika kipindi hiki. Tafiti zetu wenyewe hazina mibofyo.',
  'analytics.offer': 'Utafiti',
  'analytics.offerPlaceholder': 'Tafuta kwa kichwa',
  'analytics.noOffer': 'Hakuna utafiti wenye maneno haya kwenye kichwa chake',
  'analytics.clearOffer': 'Ondoa chaguo',
  'analytics.pickOffer': 'Chagua utafiti ili uone hatua zake.',
  'analytics.step': 'Hatua',
  'analytics.count': 'Idadi',
  'analytics.funnel.clicks': 'Mibofyo',
  'analytics.funnel.started': 'Walioanza',
  'analytics.funnel.completed': 'Waliokamilisha',
  'analytics.funnel.credited': 'Waliowekewa pointi',

  'analytics.pagesTitle': 'Kurasa zilizofunguliwa zaidi',
  'analytics.pagesText': 'Kwa muundo wa anwani zao, kwa watu waliokubali takwimu.',
  'analytics.page': 'Ukurasa',
  'analytics.noPages': 'Hakuna ukurasa uliohesabiwa katika kipindi hiki.',
}
