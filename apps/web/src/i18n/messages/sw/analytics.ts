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
    'Ingekuwa ya hiari, na kukataliwa kwa chaguomsingi. Unachoona hapa kimehesabiwa na tovuti hii yenyewe, na hakiendi kwa mtu mwingine.',
  'analytics.featuresTitle': 'Kinachoelezwa na huduma kama hiyo, na jinsi tunavyokihesabu wenyewe',
  'analytics.features': 'Mambo sita ambayo watu hutafuta katika huduma ya takwimu.',
  'analytics.feature.pageViews': 'Kurasa zilizofunguliwa',
  'analytics.feature.pageViewsText':
    'Huhesabiwa kwa siku na ukurasa, kwa wageni na wanachama waliokubali takwimu.',
  'analytics.feature.signup': 'Mtiririko wa kujisajili',
  'analytics.feature.signupText':
    'Mara ambazo kurasa za kujisajili hufunguliwa, kando ya wanachama waliojiunga kila siku.',
  'analytics.feature.surveys': 'Ushiriki katika tafiti',
  'analytics.feature.surveysText':
    'Kwa kila ofa, kutoka mbofyo, kupitia kuanza, hadi kukamilika na kuwekwa kwa pointi.',
  'analytics.feature.affiliates': 'Utendaji wa washirika',
  'analytics.feature.affiliatesText':
    'Mibofyo kwenye viungo vya washirika, na pointi zilizolipwa na ofa zao.',
  'analytics.feature.privacy': 'Utiifu wa faragha',
  'analytics.feature.privacyText':
    'Hakuna vidakuzi, hakuna anwani, hakuna mtu katika nambari yoyote. Hakuna kinachohesabiwa kabla ya ridhaa, na kukataa kunasimamisha mara moja.',
  'analytics.feature.realTime': 'Ripoti za papo hapo',
  'analytics.feature.realTimeText':
    'Siku zilizoisha hubaki kama zilivyokuwa; leo huhesabiwa upya kila ukurasa huu unapofunguliwa.',

  'analytics.figures': 'Biashara kwa siku',
  'analytics.lastDays': 'Siku {days}',
  'analytics.days': 'Kuanzia siku hadi siku',
  'analytics.tooLong': 'Chagua siku 366 kwa wingi zaidi',
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
  'analytics.activeMembersText': 'Wanachama waliopata pointi au kuomba pesa siku hiyo.',
  'analytics.pageViewsTitle': 'Kurasa zilizofunguliwa kwa siku',
  'analytics.pageViewsText': 'Kurasa zilizofunguliwa na watu waliokubali takwimu.',
  'analytics.earnedTitle': 'Pointi zilizopatikana, kwa njia',
  'analytics.earnedText': 'Kilichochukuliwa tena na mshirika huhesabiwa chini ya sifuri, siku aliyokichukua.',
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

  'analytics.funnelTitle': 'Hatua za ofa',
  'analytics.funnelText': 'Watu wangapi walichukua kila hatua siku hizi. Utafiti wetu wenyewe hauna mibofyo.',
  'analytics.offer': 'Ofa',
  'analytics.offerPlaceholder': 'Tafuta kwa kichwa',
  'analytics.noOffer': 'Hakuna ofa yenye maneno haya kwenye kichwa chake',
  'analytics.clearOffer': 'Usichague ofa',
  'analytics.pickOffer': 'Chagua ofa ili uone hatua zake.',
  'analytics.step': 'Hatua',
  'analytics.count': 'Idadi',
  'analytics.funnel.clicks': 'Mibofyo',
  'analytics.funnel.started': 'Walioanza',
  'analytics.funnel.completed': 'Waliokamilisha',
  'analytics.funnel.credited': 'Waliowekewa pointi',

  'analytics.pagesTitle': 'Kurasa zilizofunguliwa zaidi',
  'analytics.pagesText': 'Kwa muundo wa anwani zao, kwa watu waliokubali takwimu.',
  'analytics.page': 'Ukurasa',
  'analytics.noPages': 'Hakuna ukurasa uliohesabiwa siku hizi.',
}
